import { signOut } from '@sukoyaka/wire/people/account'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { removeOtherUsersDrafts, saveFormDraft } from '../../../api/form-drafts.ts'
import { selectSession } from '../../../api/session.ts'
import { paged } from '../../../test/data/paged.ts'
import { patient } from '../../../test/data/patient.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { SignOutButton } from './SignOutButton.tsx'

setUpNetwork()
beforeEach(() => removeOtherUsersDrafts(undefined))

test('signs out at once if nothing is unsent; the session remembers that the server could not be told', async () => {
  network.use(reply(signOut, () => failure(500, 'internal', '')))
  saveFormDraft(1, 'tasks/1', { values: { content: '' }, base: { content: '' } })
  localStorage.setItem('unsent.draft.1.7', '{"body":"","mentions":[],"reply_to":null,"is_urgent":false}')
  const { press, store } = show('nurse', <SignOutButton kind="neutral" />)
  await press('ログアウト')
  await waitFor(() => expect(selectSession(store.getState())).toEqual({ status: 'signed_out', byUser: true, hasSignOutFailed: true }))
})

test('also counts notes, comments of releases and pictures that are not saved, and each note once', async () => {
  network.use(reply(signOut, null), reply(listPatients, paged([patient(7)])))
  const pending = { read: () => [{ state: 'failed' }] }
  saveFormDraft(1, 'karte_drafts/7/free', { memo: '頭痛が続く', saved: '頭痛' })
  saveFormDraft(1, 'karte_pictures/7/free', { pending })
  sessionStorage.setItem('unsent.1.karte.7.free', '{}')
  saveFormDraft(1, 'karte_drafts/8/free', { memo: '', saved: '' })
  saveFormDraft(1, 'karte_pictures/8/free', { pending })
  saveFormDraft(1, 'karte_pictures/9/free', { pending: { read: () => [] } })
  saveFormDraft(1, 'releases', { 3: { comment: '再検査を', saved: '' }, 4: { comment: '良好', saved: '良好' } })
  const { press, store } = show('nurse', <SignOutButton kind="neutral" />)
  await press('ログアウト')
  await screen.findByText('カルテの下書き（佐伯 恵子）')
  expect(screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    '保存していない入力 3件カルテの下書き（佐伯 恵子）カルテの下書き結果の公開のコメント',
  ])
  await press('削除してログアウト')
  await waitFor(() => expect(selectSession(store.getState()).status).toBe('signed_out'))
})

test('asks before it deletes what this user has not sent', async () => {
  network.use(reply(signOut, null), reply(listPatients, paged([patient(7)])))
  localStorage.setItem('unsent.messages.1', '[{"client_id":"a","patient_id":8},{"client_id":"b","patient_id":8}]')
  localStorage.setItem('unsent.draft.1.7', '{"body":"書きかけ"}')
  localStorage.setItem('unsent.tray.1.7', '["file"]')
  localStorage.setItem('unsent.draft.11.7', '{"body":"別の人"}')
  saveFormDraft(1, 'tasks/1', { values: { content: '電話' }, base: { content: '' } }, '/8/summary')
  const { press, store } = show('nurse', <SignOutButton kind="neutral" />)
  await press('ログアウト')
  await screen.findByRole('link', { name: '佐伯 恵子', hidden: true })
  const lost = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
  expect(lost).toEqual(['未送信のメッセージ 2件メッセージ', '書きかけのメッセージ 1件佐伯 恵子', '保存していない入力 1件タスク'])
  expect(sent(listPatients)).toEqual([{ q: { id_in: [8, 7] } }])
  expect(sent(signOut)).toEqual([])
  await press('削除してログアウト')
  await waitFor(() => expect(selectSession(store.getState()).status).toBe('signed_out'))
  expect(localStorage.length).toBe(0)
})

test('a message is linked; the link closes the question and opens its conversation', async () => {
  network.use(reply(listPatients, paged([patient(7)])))
  localStorage.setItem('unsent.draft.1.7', '{"body":"書きかけ"}')
  const onLeave = vi.fn()
  const { user, press } = show(
    'nurse',
    <>
      <SignOutButton kind="neutral" onLeave={onLeave} />
      <Routes>
        <Route path="/messages/7" element="会話" />
        <Route path="*" element={null} />
      </Routes>
    </>,
  )
  await press('ログアウト')
  await user.click(await screen.findByRole('link', { name: '佐伯 恵子', hidden: true }))
  await screen.findByText('会話')
  expect(screen.queryByText('削除してログアウト')).toBeNull()
  expect(onLeave).toHaveBeenCalledTimes(1)
  localStorage.clear()
})

test('unsaved input is named and linked to where it was begun; in sessionStorage the key says where', async () => {
  network.use(reply(listPatients, paged([patient(7)])))
  saveFormDraft(1, 'health_records/of/7', { values: { value: '130' }, base: { value: '' } }, '/7/database?tab=results')
  saveFormDraft(1, 'new_kind/7', { values: { value: '1' }, base: { value: '' } })
  sessionStorage.setItem('unsent.1.karte.7.free', '{}')
  sessionStorage.setItem('unsent.1.karte.7.interview:3', '{}')
  const { press } = show('nurse', <SignOutButton kind="neutral" />)
  await press('ログアウト')
  await screen.findByText('自己記録（佐伯 恵子）')
  await screen.findByText('そのほかの入力')
  const links = screen.getAllByRole('link', { hidden: true }).map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['自己記録（佐伯 恵子）', '/7/database?tab=results'],
    ['カルテの下書き（佐伯 恵子）', '/7/summary'],
    ['カルテの下書き', '/interviews/3'],
  ])
  sessionStorage.clear()
})

test.each([
  ['patient', '/1/questionnaires/12'],
  ['nurse', null],
] as const)('answers in sessionStorage are those of the patient who signed in: %s', async (role, page) => {
  sessionStorage.setItem('unsent.1.questionnaire.12', '{}')
  const { press } = show(role, <SignOutButton kind="neutral" />)
  await press('ログアウト')
  expect((await screen.findByText('問診票の回答')).getAttribute('href')).toBe(page)
  sessionStorage.clear()
})
