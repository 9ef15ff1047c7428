import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { CannedReplyList } from './CannedReplyList.tsx'

/** One's own replies and those that are shared, managed without leaving the page. */
export function ManageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('canned_reply')
  return (
    <Dialog title={t('title')} width={640} onClose={onClose}>
      <CannedReplyList />
    </Dialog>
  )
}
