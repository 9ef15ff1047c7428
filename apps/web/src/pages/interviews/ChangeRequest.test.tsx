import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { room } from '../../domains/message/test-data.ts'
import { interview } from '../../test/data/interview.ts'
import { paged } from '../../test/data/paged.ts'
import { network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ChangeRequest } from './ChangeRequest.tsx'

setUpNetwork()

test('a patient without chat is not told to change an interview in the chat', async () => {
  network.use(reply(listMessageRooms, paged([room(3, '佐伯', { chat: false })])))
  show('patient', <ChangeRequest interview={interview(4, '2099-11-21T02:00:00.000Z')} />)
  expect(await screen.findByText(/お電話など/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBe(null)
})
