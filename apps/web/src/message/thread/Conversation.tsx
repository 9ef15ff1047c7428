import type { MessageImage } from '@sukoyaka/wire/message'
import type { MessageRoom } from '@sukoyaka/wire/message-room'

export type ConversationProps = {
  room: MessageRoom
  /** Opens around this message instead of at the first unread one. */
  anchorId?: number
  /** In the window that docks on other pages. */
  compact?: boolean
  onClose?: () => void
  /** A picture was pressed; without it the pictures are not pressed. */
  onOpenGallery?: (image: MessageImage) => void
}

/** What was said in a room, and where one says more. It fills its parent. */
export function Conversation({ room }: ConversationProps) {
  return <section data-room={room.id} />
}
