import type { MessageImage } from '@sukoyaka/wire/care/message'

/** Deduplicates by attachment, keeps the latest copy because signed URLs expire, and sorts chronologically. */
export const inOrder = (images: readonly MessageImage[]): MessageImage[] =>
  [...new Map(images.map((image) => [image.attachment_id, image])).values()].sort((a, b) => a.message_id - b.message_id || a.attachment_id - b.attachment_id)
