import { UnreadBadge } from '../../ui/status/UnreadBadge.tsx'
import { useListNotificationsQuery } from './api.ts'

/** Number of unchecked notifications. */
export function NotificationBadge() {
  const { data } = useListNotificationsQuery({ unchecked_only: true, background: true })
  return <UnreadBadge count={data?.unchecked_count ?? 0} />
}
