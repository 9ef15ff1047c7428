import { listMessagePins, listMessageReminders } from '@sukoyaka/wire/care/message-mark'
import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { room } from '../../domains/message/test-data.ts'
import { paged } from '../../test/data/paged.ts'
import { failure, network, reply, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { useRoom } from './use-room.ts'

setUpNetwork()

function Probe() {
  const { query } = useRoom(1)
  return <p>{query.currentData ? 'shown' : 'waiting'}</p>
}

test('staff see a conversation together with its pins and reminders, which would move it later; a failure of these does not hide it', async () => {
  const pins = Promise.withResolvers<void>()
  network.use(
    reply(listMessageRooms, paged([room(1, '佐伯')])),
    reply(listPatients, paged([])),
    reply(listMessageReminders, () => failure(403, 'forbidden', '権限がありません')),
    reply(listMessagePins, async () => {
      await pins.promise
      return paged([])
    }),
  )
  const first = show('nurse', <Probe />)
  await first.findByText('waiting')
  pins.resolve()
  await first.findByText('shown')
})

test('patients have neither pins nor reminders', async () => {
  network.use(reply(listMessageRooms, paged([room(1, '佐伯')])), reply(listPatients, paged([])))
  show('patient', <Probe />)
  expect(await screen.findByText('shown')).toBeTruthy()
  await settled()
})
