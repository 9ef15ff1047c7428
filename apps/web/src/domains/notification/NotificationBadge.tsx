import { UnreadBadge } from '../../ui/status/UnreadBadge.tsx'
import { useListNotificationsQuery } from './api.ts'

/** Number of unchecked notifications; messages have a badge of their own. */
export function NotificationBadge() {
  const { data } = useListNotificationsQuery({ unchecked_only: true, except_messages: true, background: true })
  return <UnreadBadge count={data?.unchecked_count ?? 0} />
}
