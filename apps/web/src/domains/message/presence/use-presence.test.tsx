import { reportPresence } from '@sukoyaka/wire/care/message-presence'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stopTimers } from '../../../test/fake-timers.ts'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { doctor, nurse } from '../test-data.ts'
import { heartbeatMs, typingTimeoutMs, usePresence } from './use-presence.ts'

setUpNetwork()
beforeEach(() =>
  network.use(
    // the signed-in user has id 1
    reply(reportPresence, { items: [{ ...nurse, id: 1 }, doctor].map((user) => ({ user, is_typing: user === doctor, since: '2026-11-21T00:00:00Z' })) }),
  ),
)

function Room() {
  const { others, onTyping } = usePresence(5)
  return (
    <>
      <p role="status">{others.map(({ user }) => user.last_name)}</p>
      <textarea onInput={(event) => onTyping(event.currentTarget.value !== '')} />
    </>
  )
}
const reports = () => sent(reportPresence).map(({ is_here, is_typing }) => `${is_here ? 'here' : 'gone'}${is_typing ? ' typing' : ''}`)

test('shows who else is present; reports presence every 20 seconds and changes of typing immediately', async () => {
  const { advance, until } = stopTimers()
  const { user } = show('nurse', <Room />)
  await until(() => expect(screen.getByRole('status').textContent).toBe('中村'))
  await advance(heartbeatMs)
  await until(() => expect(reports()).toEqual(['here', 'here']))
  await user.type(screen.getByRole('textbox'), 'はい')
  await until(() => expect(reports().slice(2)).toEqual(['here typing']))
  await advance(typingTimeoutMs)
  await until(() => expect(reports().slice(3)).toEqual(['here']))
  await user.type(screen.getByRole('textbox'), '。')
  await user.clear(screen.getByRole('textbox'))
  await until(() => expect(reports().slice(4)).toEqual(['here typing', 'here']))
})

test('patients neither report nor query presence', async () => {
  const { advance } = stopTimers()
  const { user } = show('patient', <Room />)
  await user.type(screen.getByRole('textbox'), 'はい')
  await advance(2 * heartbeatMs)
  expect(sent(reportPresence)).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('')
})
