import { listMessagePins, type MessagePin } from '@sukoyaka/wire/care/message-mark'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { message, nurse } from '../test-data.ts'
import { PinBar } from './PinBar.tsx'

setUpNetwork()

const pin = (id: number): MessagePin => ({
  id,
  message_id: id,
  patient_id: 1,
  user: nurse,
  created_at: '2026-11-20T00:00:00Z',
  message: message(id, { body: `メッセージ${id}` }),
})
const page = (items: MessagePin[], page: number, next_page: number | null) => ({ items, page, next_page, total_count: 3 })

test('the pins of all pages can be reached', async () => {
  network.use(reply(listMessagePins, ({ page: number }) => (number === 2 ? page([pin(2)], 2, 3) : page([pin(1)], 3, null))))
  const onJump = vi.fn()
  const { user, press } = show('nurse', <PinBar pins={page([pin(3)], 1, 2)} onJump={onJump} />)
  await press(/ピン留めをすべて表示/)
  await press('もっと見る')
  await screen.findByText('メッセージ2')
  await press('もっと見る')
  await user.click(await screen.findByText('メッセージ1'))
  expect(onJump.mock.calls).toEqual([[1]])
  expect(sent(listMessagePins)).toEqual([
    { patient_id: 1, page: 2 },
    { patient_id: 1, page: 3 },
  ])
})
