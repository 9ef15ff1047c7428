import { useTranslation } from 'react-i18next'
import { UnreadBadge } from '../../ui/status/UnreadBadge.tsx'
import { useListNotificationsQuery } from './api.ts'

/** Number of unchecked notifications; messages have a badge of their own. */
export function NotificationBadge() {
  const { t } = useTranslation('shell')
  const { data } = useListNotificationsQuery({ unchecked_only: true, except_messages: true, background: true })
  const count = data?.unchecked_count ?? 0
  return <UnreadBadge count={count} label={t('nav.unchecked', { count })} />
}
