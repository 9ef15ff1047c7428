import { UnreadBadge } from '../ui/UnreadBadge.tsx'
import { useListNotificationsQuery } from './api.ts'
import { useVisibility } from './use-visibility.ts'

/** How many notifications wait. It stands on every page, and so it also says what is on the screen. */
export function NotificationBadge() {
  useVisibility()
  const { data } = useListNotificationsQuery({ unchecked_only: true, background: true })
  return <UnreadBadge count={data?.unchecked_count ?? 0} />
}
