import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import { useBadges } from '../../notification/badges.ts'

/** For staff, the number of patients with unread messages that the member of staff is notified about; for patients, their number of unread messages. */
export function NavBadge() {
  const { t } = useTranslation('common')
  const isStaff = usePermission('messages.read')
  const count = useBadges().messages
  return <UnreadBadge count={count} label={isStaff ? t('chat.waiting', { count }) : undefined} />
}
