import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { usePresence } from './use-presence.ts'

const person = (id: number, last_name: string) => ({ id, role: 'doctor', last_name, first_name: '', icon: null })
setUpCardTests(() => ({
  '/api/room_presences': {
    items: [
      { user: person(1, '自分'), is_typing: false, since: '2026-11-21T00:00:00Z' },
      { user: person(2, '中村'), is_typing: true, since: '2026-11-21T00:00:00Z' },
    ],
  },
  'POST /api/room_presences': null,
}))

function Room() {
  const { others, onTyping } = usePresence(5)
  return (
    <>
      {others.map(({ user }) => user.last_name)}
      <textarea onInput={(event) => onTyping(event.currentTarget.value !== '')} />
    </>
  )
}
const reports = () =>
  fakeNetwork.requests
    .map(({ body }) => body as { is_here: boolean; is_typing: boolean })
    .map(({ is_here, is_typing }) => `${is_here ? 'here' : 'gone'}${is_typing ? ' typing' : ''}`)
const type = (value: string) => fireEvent.input(screen.getByRole('textbox'), { target: { value } })

test('shows who else is present; reports presence every 20 seconds and changes of typing immediately', async () => {
  await showCard(<Room />, 'nurse')
  expect(text()).toBe('中村')
  await wait(20_000)
  expect(reports()).toEqual(['here', 'here'])
  type('は')
  type('はい')
  await wait(1_000)
  expect(reports().slice(2)).toEqual(['here typing'])
  await wait(7_000)
  expect(reports().slice(3)).toEqual(['here'])
  type('はい。')
  await wait(100)
  type('')
  await wait(100)
  expect(reports().slice(4)).toEqual(['here typing', 'here'])
})

test('patients neither report nor query presence', async () => {
  await showCard(<Room />, 'patient')
  type('はい')
  await wait(21_000)
  expect(fakeNetwork.requests).toEqual([])
  expect(text()).toBe('')
})
