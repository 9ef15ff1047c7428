import type { MessageImage } from '@sukoyaka/wire/care/message'
import { expect, test } from 'vitest'
import { inOrder } from './gallery.ts'

const image = (attachment_id: number, message_id: number, signed_id = 'a') => ({ attachment_id, message_id, signed_id }) as MessageImage

test('pictures stand in the order they were sent, each once with the address that was read last', () => {
  const shown = inOrder([image(3, 2), image(9, 1), image(4, 2), image(3, 2, 'b')])
  expect(shown.map(({ attachment_id, signed_id }) => `${attachment_id}${signed_id}`)).toEqual(['9a', '3b', '4a'])
})
