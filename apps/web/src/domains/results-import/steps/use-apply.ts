import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { invalidate } from '../../../api/api.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApplyResultsImportMutation } from '../api.ts'

/** Applies an import as it is shown; after a change by somebody else, it is shown anew instead. */
export const useApply = ({ id, updated_at }: ResultsImport) => {
  const { t } = useTranslation('results_import')
  const dispatch = useAppDispatch()
  const [apply, { isLoading }] = useApplyResultsImportMutation()
  const start = async () => {
    const { error } = await apply({ id, updated_at })
    if (!error) return
    const isConflict = 'code' in error && error.code === 'conflict'
    if (isConflict) dispatch(invalidate(['imports']))
    toast.error(t('apply.failed'), { text: 'error' in error ? String(error.error) : undefined, ...(!isConflict && { onRetry: () => void start() }) })
  }
  return [start, isLoading] as const
}
