import { UnreadBadge } from '../../ui/status/UnreadBadge.tsx'
import { useListNotificationsQuery } from './api.ts'

/** How many notifications wait. */
export function NotificationBadge() {
  const { data } = useListNotificationsQuery({ unchecked_only: true, background: true })
  return <UnreadBadge count={data?.unchecked_count ?? 0} />
}
