import type { MessageImage } from '@sukoyaka/wire/care/message'
import { expect, test } from 'vitest'
import { inOrder } from './gallery.ts'

const image = (attachment_id: number, message_id: number, signed_id = 'a') => ({ attachment_id, message_id, signed_id }) as MessageImage

test('sorts images chronologically and keeps the latest copy of a duplicate', () => {
  const ordered = inOrder([image(3, 2), image(9, 1), image(4, 2), image(3, 2, 'b')])
  expect(ordered.map(({ attachment_id, signed_id }) => `${attachment_id}${signed_id}`)).toEqual(['9a', '3b', '4a'])
})
