import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { hasFailed } from '../../ui/loading/QueryView.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useListDataEntryRequestsQuery } from './api.ts'
import { DataEntryRequestDialog } from './DataEntryRequestDialog.tsx'

/** Loads the patient's open request before the form opens, because sending the form replaces its values. */
export function LoadedRequestDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation('data_entry_request')
  const query = useListDataEntryRequestsQuery({ patient_id: user_id })
  const { currentData, refetch } = query
  if (currentData) return <DataEntryRequestDialog user_id={user_id} openRequest={currentData.items.find(({ state }) => state === 'open')} onClose={onClose} />
  if (!hasFailed(query)) return null
  return (
    <Dialog title={t('title')} width={640} onClose={onClose}>
      <ErrorState title={t('loadFailed')} onRetry={() => void refetch()} />
    </Dialog>
  )
}
