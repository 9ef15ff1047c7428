import { getRoomContext, listMessageRooms } from '@sukoyaka/wire/care/message-room'
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

test('staff see a conversation once its pins are loaded, because pins that appear later would move it', async () => {
  const context = Promise.withResolvers<void>()
  network.use(
    reply(listMessageRooms, paged([room(1, '佐伯')])),
    reply(listPatients, paged([])),
    reply(getRoomContext, async () => {
      await context.promise
      return { pins: paged([]), reminders: paged([]), images: { items: [], has_before: false, has_after: false }, files: { items: [], has_before: false } }
    }),
  )
  const first = show('nurse', <Probe />)
  await first.findByText('waiting')
  context.resolve()
  await first.findByText('shown')
})

test('a conversation whose pins fail to load is shown all the same', async () => {
  network.use(
    reply(listMessageRooms, paged([room(1, '佐伯')])),
    reply(listPatients, paged([])),
    reply(getRoomContext, () => failure(403, 'forbidden', '権限がありません')),
  )
  show('nurse', <Probe />)
  expect(await screen.findByText('shown')).toBeTruthy()
})

test('patients request neither pins nor reminders', async () => {
  network.use(reply(listMessageRooms, paged([room(1, '佐伯')])), reply(listPatients, paged([])))
  show('patient', <Probe />)
  expect(await screen.findByText('shown')).toBeTruthy()
  await settled()
})
