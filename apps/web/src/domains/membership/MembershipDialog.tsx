import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Membership } from './Membership.tsx'

/** For staff: a patient's contract. */
export function MembershipDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation('membership')
  return (
    <Dialog title={t('title')} width={640} onClose={onClose}>
      <Membership user_id={user_id} />
    </Dialog>
  )
}
