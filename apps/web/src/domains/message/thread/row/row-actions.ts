import type { Message, MessageImage } from '@sukoyaka/wire/care/message'
import type { ReactNode } from 'react'
import type { Marks } from '../use-marks.ts'

/** What a user can do with a message. */
export type RowActions = Marks & {
  onReply?: (message: Message) => void
  onJump: (id: number | undefined) => void
  onOpenGallery?: (image: MessageImage) => void
  onDelete: (message: Message) => void
  onRemind: (message: Message) => void
  onReaders: (message: Message) => void
  /** Reloads a message whose content has expired, such as a signed image URL. */
  onReload: (id: number) => void
  card?: (message: Message) => ReactNode
}
