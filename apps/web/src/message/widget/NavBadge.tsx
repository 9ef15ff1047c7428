import { UnreadBadge } from '../../ui/UnreadBadge.tsx'
import { useUnread } from './use-unread.ts'

export function NavBadge() {
  return <UnreadBadge count={useUnread()} />
}
