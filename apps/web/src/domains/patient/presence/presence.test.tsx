import { reportRecordPresence } from '@sukoyaka/wire/people/record-presence'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isConnected } from '../../../api/on-event.ts'
import { person } from '../../../test/data/person.ts'
import { stopTimers } from '../../../test/fake-timers.ts'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { RecordPresence } from './RecordPresence.tsx'
import { heartbeatMs } from './use-record-presence.ts'

setUpNetwork()
const since = '2026-11-21T00:00:00Z'
const nurse = person(7, '小林', 'nurse')
const doctor = person(2, '中村')
const reports = () => sent(reportRecordPresence).map(({ user_id, is_here }) => `${is_here ? 'here' : 'gone'} ${user_id}`)

test('names who else has the record open', async () => {
  network.use(reply(reportRecordPresence, { items: [{ user: nurse, since }] }))
  show('doctor', <RecordPresence user_id={5} />)
  await screen.findByText('小林 花子さんも開いています')
  network.use(reply(reportRecordPresence, { items: [nurse, doctor].map((user) => ({ user, since })) }))
  show('doctor', <RecordPresence user_id={6} />)
  await screen.findByText('小林 花子さんほか1人も開いています')
})

test('reports presence every 20 seconds, again when the event stream breaks or is back, and its end when the page is left', async () => {
  const { advance, until } = stopTimers()
  isConnected.set(true)
  const { unmount } = show('nurse', <RecordPresence user_id={5} />)
  await until(() => expect(reports()).toEqual(['here 5']))
  await advance(heartbeatMs)
  await until(() => expect(reports()).toEqual(['here 5', 'here 5']))
  act(() => isConnected.set(false))
  act(() => isConnected.set(true))
  await until(() => expect(reports().length).toBeGreaterThan(3))
  expect(reports()).not.toContain('gone 5')
  unmount()
  await until(() => expect(reports().at(-1)).toBe('gone 5'))
})
