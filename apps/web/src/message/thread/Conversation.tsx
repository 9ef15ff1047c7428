import type { MessageImage } from '@sukoyaka/wire/message'
import type { MessageRoom } from '@sukoyaka/wire/message-room'

type Props = { room: MessageRoom; anchorId?: number; compact?: boolean; onClose?: () => void; onOpenGallery?: (image: MessageImage) => void }
export function Conversation({ room, anchorId }: Props) {
  return (
    <div style={{ flex: 1 }}>
      {room.id} {anchorId} <textarea />
    </div>
  )
}
