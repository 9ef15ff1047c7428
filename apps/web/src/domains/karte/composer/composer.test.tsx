import { type Karte, listKarteDrafts, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { listKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { type ReactNode, useEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { apiStateReset, useAppDispatch, useAppSelector } from '../../../api/store.ts'
import { person } from '../../../test/data/person.ts'
import { stopTimers } from '../../../test/fake-timers.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { conflict, draft } from '../test-data.ts'
import { EditDialog } from './EditDialog.tsx'
import { KarteComposer } from './KarteComposer.tsx'
import { autosaveDelayMs, retryDelayMs } from './use-autosave.ts'

setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listKarteDrafts, { items: [] }),
    reply(listKarteTemplates, { items: [{ id: 1, name: '電話対応', body: '■相談\n', created_at: '', updated_at: '' }] }),
    reply(saveKarteDraft, ({ memo }) => draft(memo, 11)),
  )
})

const composer = <KarteComposer user_id={1} />

test('a free draft is not hidden by an older one of an interview that was deleted', async () => {
  network.use(reply(listKarteDrafts, { items: [draft('面談の古い下書き', 7), { ...draft('新しい下書き', 9), id: 6 }] }))
  show('doctor', composer)
  await screen.findByDisplayValue('新しい下書き')
})
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '本文' })
const saves = () => sent(saveKarteDraft)
/** Shows the composer with stopped timers. */
const open = async (element: ReactNode = composer) => {
  const timers = stopTimers()
  const shown = show('doctor', element)
  await screen.findByRole('textbox', { name: '本文' })
  return { ...shown, ...timers, type: (text: string) => shown.user.type(field(), text) }
}
const leavePage = () => window.dispatchEvent(new Event('pagehide'))

test('saves the draft shortly after typing and shows that it is saved', async () => {
  const { type, advance } = await open()
  await type('経過')
  await advance(autosaveDelayMs - 1)
  await type('良好')
  await advance(autosaveDelayMs - 1)
  expect(saves()).toEqual([])
  await advance(1)
  expect(await screen.findByText('下書きを保存しました 09:00')).toBeTruthy()
  expect(saves()).toEqual([{ user_id: 1, memo: '経過良好' }])
  await type('。')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves().at(-1)).toEqual({ user_id: 1, memo: '経過良好。', version: 11 }))
})

test('does not save or submit during an IME composition, and loses no text', async () => {
  const { advance } = await open()
  // user-event does not simulate compositions
  const compose = (value: string) => fireEvent.change(field(), { target: { value } })
  fireEvent.compositionStart(field())
  compose('けつ')
  compose('けつあつ')
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true, isComposing: true, keyCode: 229 })
  await advance(autosaveDelayMs)
  await settled()
  expect([saves(), field().value]).toEqual([[], 'けつあつ'])
  compose('血圧')
  fireEvent.compositionEnd(field(), { data: '血圧' })
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves()).toEqual([{ user_id: 1, memo: '血圧' }]))
})

test('restores a draft that was begun on another device', async () => {
  network.use(reply(listKarteDrafts, { items: [draft('昨日の続き', 7)] }))
  const { user, type } = await open()
  expect(field().value).toBe('昨日の続き')
  expect(screen.getByText('下書きを復元しました（2026.11.21 09:00）')).toBeTruthy()
  await type('。')
  // leaving the field saves at once
  await user.tab()
  await waitFor(() => expect(saves()).toEqual([{ user_id: 1, memo: '昨日の続き。', version: 7 }]))
})

test('shows the text of another window beside the text of this window and overwrites neither', async () => {
  network.use(
    reply(listKarteDrafts, { items: [draft('元', 7)] }),
    reply(saveKarteDraft, ({ memo }) => conflict(draft('別の窓', 9), memo)),
  )
  const { user, press, type, advance } = await open()
  await user.clear(field())
  await type('この窓')
  await advance(autosaveDelayMs)
  expect((await screen.findByRole('region', { name: 'この画面の文章' })).textContent).toBe('この画面の文章この窓')
  expect(screen.getByRole('region', { name: '別の画面の文章' }).textContent).toContain('別の窓')
  await advance(retryDelayMs)
  expect(saves()).toEqual([{ user_id: 1, memo: 'この窓', version: 7 }])
  network.use(reply(saveKarteDraft, ({ memo }) => draft(memo, 10)))
  await press('両方をつなげる')
  await waitFor(() => expect(saves().at(-1)).toEqual({ user_id: 1, memo: 'この窓\n\n別の窓', version: 9 }))
})

test('shows that it is offline and saves once the network is back', async () => {
  network.use(reply(saveKarteDraft, () => HttpResponse.error()))
  const { type, advance } = await open()
  await type('圏外で書く')
  await advance(autosaveDelayMs)
  expect(await screen.findByText(/まだ保存されていません/)).toBeTruthy()
  network.use(reply(saveKarteDraft, ({ memo }) => draft(memo, 11)))
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText(/下書きを保存しました/)).toBeTruthy()
  expect([saves().at(-1), field().value]).toEqual([{ user_id: 1, memo: '圏外で書く' }, '圏外で書く'])
})

/** Emulates the app's session gate: sign-out unmounts the page, which aborts its requests. */
function Gate({ children }: { children: ReactNode }) {
  const isOut = useAppSelector(({ session }) => session.status === 'signed_out')
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (isOut) dispatch(apiStateReset())
  }, [isOut, dispatch])
  return isOut ? null : children
}

test('a save rejected with 401 is repeated only after the next sign-in', async () => {
  network.use(reply(saveKarteDraft, () => failure(401, 'unauthenticated', 'x')))
  const { type, advance, unmount } = await open(<Gate>{composer}</Gate>)
  await type('終わる前')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await advance(retryDelayMs)
  await settled()
  expect(saves()).toHaveLength(1)
  unmount()
  network.use(reply(saveKarteDraft, ({ memo }) => draft(memo, 11)))
  // signing in again restores the text and saves it
  show('doctor', composer)
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect([field().value, saves()[1]]).toEqual(['終わる前', { user_id: 1, memo: '終わる前' }])
})

test('saves the last change when the page unloads', async () => {
  const { type } = await open()
  await type('途中')
  leavePage()
  await waitFor(() => expect(saves()).toEqual([{ user_id: 1, memo: '途中' }]))
})

test('text typed during a save survives a reload', async () => {
  const lostResponse = Promise.withResolvers<Response>()
  network.use(reply(saveKarteDraft, () => lostResponse.promise))
  const { type, advance, unmount } = await open()
  await type('先に')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves()).toHaveLength(1))
  await type('、あとから')
  leavePage()
  unmount()
  // a reload empties the memory
  removeOtherUsersDrafts(undefined)
  // the first text was saved; the second was sent with an outdated version
  const saved = draft('先に', 11)
  network.use(
    reply(listKarteDrafts, { items: [saved] }),
    reply(saveKarteDraft, ({ memo, version }) => (version === saved.version ? draft(memo, 12) : conflict(saved, memo))),
  )
  show('doctor', composer)
  expect(await screen.findByText(/下書きを保存しました/)).toBeTruthy()
  expect([field().value, saves().at(-1)]).toEqual(['先に、あとから', { user_id: 1, memo: '先に、あとから', version: 11 }])
  expect([screen.queryByRole('dialog'), sessionStorage.length]).toEqual([null, 0])
  lostResponse.resolve(failure(410, 'gone', 'x'))
})

const karte: Karte = {
  ...{ id: 3, user_id: 1, author_id: 2, author: person(2, '山田'), interview_id: null, memo: '頭痛', images: [], version_count: 1 },
  ...{ created_at: '2026-11-20T00:00:00.000Z', updated_at: '2026-11-20T01:00:00.000Z' },
}

test('text typed during an undecided conflict survives a reload, and so does the conflict', async () => {
  const older = { ...draft('頭痛あり', 7), karte_id: 3, updated_at: '2026-11-20T00:30:00.000Z' }
  network.use(reply(listKarteDrafts, { items: [older] }))
  const { type, user, advance, unmount } = await open(<EditDialog karte={karte} onClose={() => undefined} />)
  const theirs = () => screen.findByRole('region', { name: '別の画面の文章' })
  await theirs()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: '別の画面の文章' })).toBeNull())
  await type('、2日前から')
  await advance(autosaveDelayMs)
  const beforeUnload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(beforeUnload)
  expect(beforeUnload.defaultPrevented).toBe(true)
  await type('。')
  leavePage()
  unmount()
  // a reload empties the memory
  removeOtherUsersDrafts(undefined)
  show('doctor', <EditDialog karte={karte} onClose={() => undefined} />)
  expect((await theirs()).textContent).toContain('頭痛')
  expect([field().value, saves()]).toEqual(['頭痛あり、2日前から。', []])
  await user.click(await screen.findByRole('button', { name: 'この画面の文章にする' }))
  await waitFor(() => expect(saves()).toEqual([{ user_id: 1, karte_id: 3, karte_updated_at: karte.updated_at, memo: '頭痛あり、2日前から。', version: 7 }]))
})

test('inserts a template, does not submit an empty note, and has no composer for read-only roles', async () => {
  const { user, press, unmount } = show('doctor', composer)
  await press('保存')
  expect(await screen.findByText('本文を入力するか、画像を追加してください')).toBeTruthy()
  await press('テンプレート')
  await user.click(await screen.findByRole('menuitem', { name: '電話対応' }))
  expect(field().value).toBe('■相談\n')
  await user.clear(field())
  await press('テンプレート')
  await user.click(await screen.findByRole('menuitem', { name: 'SOAP' }))
  // the caret is below S, the first heading
  await waitFor(() => expect(field().value.slice(0, field().selectionStart)).toBe('■S（主観的情報）\n'))
  unmount()
  expect(show('observer', composer).container.textContent).toBe('')
})
