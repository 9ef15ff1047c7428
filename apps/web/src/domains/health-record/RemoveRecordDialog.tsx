import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useRemoveHealthRecordMutation } from './api.ts'
import { valueText } from './words.ts'

type Props = { record: HealthRecord; catalogue: readonly HealthRecordCategory[]; onClose: () => void }

export function RemoveRecordDialog({ record, catalogue, onClose }: Props) {
  const { t } = useTranslation('health_record')
  const language = useLanguage()
  const [remove] = useRemoveHealthRecordMutation()
  const category = catalogue.find(({ id }) => id === record.category_id)
  const run = async () => {
    const { error } = await remove({ id: record.id })
    if (error) toast.error(t('remove.failed'), { text: (error as CallError).error, onRetry: () => void run() })
    else toast.success(t('remove.done'))
  }
  return (
    <ConfirmDialog
      title={t('remove.title')}
      question={t('remove.ask')}
      what={`${formatDate(record.recorded_at, language, { time: true })} ${category?.display_name ?? ''} ${category ? valueText(record, category, language) : ''}`}
      confirm={t('remove.confirm')}
      onClose={onClose}
      onConfirm={() => {
        void run()
        onClose()
      }}
    />
  )
}
