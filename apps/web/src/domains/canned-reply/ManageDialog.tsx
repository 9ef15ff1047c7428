import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { CannedReplyList } from './CannedReplyList.tsx'

export function ManageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('canned_reply')
  return (
    <Dialog title={t('title')} patient={null} width={640} onClose={onClose}>
      <CannedReplyList />
    </Dialog>
  )
}
