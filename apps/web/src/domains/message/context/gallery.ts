import type { MessageImage } from '@sukoyaka/wire/care/message'

/** Each picture once, as it was read last, in the order they were sent: addresses are good for a while only. */
export const inOrder = (images: readonly MessageImage[]): MessageImage[] =>
  [...new Map(images.map((image) => [image.attachment_id, image])).values()].sort((a, b) => a.message_id - b.message_id || a.attachment_id - b.attachment_id)
