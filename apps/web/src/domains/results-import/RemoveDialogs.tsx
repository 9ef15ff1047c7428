import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useRemoveResultsImportMutation, useUndoResultsImportMutation } from './api.ts'

type Props = { resultsImport: ResultsImport; onClose: () => void }

export function UndoDialog({ resultsImport: run, onClose }: Props) {
  const { t } = useTranslation('results_import')
  const [undo, { isLoading }] = useUndoResultsImportMutation()
  const start = async () => {
    const { error } = await undo({ id: run.id })
    if (error) toast.error(t('undo.failed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void start() })
    onClose()
  }
  const count = run.counts.values_new + run.counts.values_changed
  return (
    <ConfirmDialog
      title={t('undo.title')}
      question={t('undo.ask', { count })}
      confirm={t('undo.confirm')}
      kind="primary"
      isBusy={isLoading}
      onConfirm={() => void start()}
      onClose={onClose}
    />
  )
}

export function RemoveDialog({ resultsImport: run, onClose, onRemoved }: Props & { onRemoved: () => void }) {
  const { t } = useTranslation('results_import')
  const [remove, { isLoading }] = useRemoveResultsImportMutation()
  const start = async () => {
    const { error } = await remove({ id: run.id })
    onClose()
    if (error) return void toast.error(t('remove.failed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void start() })
    toast.success(t('remove.done'))
    onRemoved()
  }
  return (
    <ConfirmDialog
      title={t('remove.title')}
      question={t('remove.ask')}
      confirm={t('remove.confirm')}
      isBusy={isLoading}
      onConfirm={() => void start()}
      onClose={onClose}
    />
  )
}
