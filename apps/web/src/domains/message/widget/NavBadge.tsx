import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import { useUnread } from './use-unread.ts'

export function NavBadge() {
  return <UnreadBadge count={useUnread()} />
}
