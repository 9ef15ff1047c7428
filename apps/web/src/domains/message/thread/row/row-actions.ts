import type { Message, MessageImage } from '@sukoyaka/wire/care/message'
import { createContext, type ReactNode } from 'react'
import type { OpenPatient } from '../../../../ui/overlay/open-patient.tsx'
import type { Marks } from '../use-marks.ts'

/** Makes a task from a message. Set by pages, because tasks are another domain. */
export const AddMessageTask = createContext<((message: Message, patient: OpenPatient) => void) | undefined>(undefined)

/** What a user can do with a message. */
export type RowActions = Marks & {
  onReply?: (message: Message) => void
  onJump: (id: number | undefined) => void
  onOpenGallery?: (image: MessageImage) => void
  onDelete: (message: Message) => void
  onRemind: (message: Message) => void
  onTask?: ((message: Message) => void) | undefined
  onReaders: (message: Message) => void
  /** Reloads a message whose content has expired, such as a signed image URL. */
  onReload: (id: number) => void
  card?: (message: Message) => ReactNode
}
