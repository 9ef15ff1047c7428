import { listKarteDrafts, removeKarteDraft, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { listKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { stopTimers } from '../../../test/fake-timers.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { conflict, draft, karte } from '../test-data.ts'
import { EditDialog } from './EditDialog.tsx'
import { KarteComposer } from './KarteComposer.tsx'
import { autosaveDelayMs } from './use-autosave.ts'

setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listKarteDrafts, { items: [] }),
    reply(listKarteTemplates, { items: [] }),
    reply(saveKarteDraft, ({ memo }) => draft(memo, 11)),
  )
})

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '本文' })
const saves = () => sent(saveKarteDraft)
/** Shows the composer with stopped timers. */
const open = async (element: ReactNode = <KarteComposer user_id={1} />) => {
  const timers = stopTimers()
  const shown = show('doctor', element)
  await screen.findByRole('textbox', { name: '本文' })
  const discard = async () => {
    await shown.press('下書きを破棄')
    await shown.user.click(within(await screen.findByRole('dialog', { name: '下書きを破棄' })).getByRole('button', { name: '下書きを破棄' }))
  }
  return { ...shown, ...timers, discard, type: (text: string) => shown.user.type(field(), text) }
}
const note = karte(3, '頭痛', '2026-11-20T01:00:00.000Z')

test('after its draft was discarded, an edited note is still compared with the version that was opened', async () => {
  const bodies: string[] = []
  const onChange = http.put('/api/kartes/3', async ({ request }) => {
    bodies.push(await request.text())
    return HttpResponse.json(note)
  })
  network.use(onChange, reply(removeKarteDraft, null))
  const { type, user, advance, discard } = await open(<EditDialog karte={note} onClose={() => undefined} />)
  await type('なし')
  await advance(autosaveDelayMs)
  await discard()
  await waitFor(() => expect(field().value).toBe('頭痛'))
  await type('あり')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toContain('頭痛あり')
  expect(bodies[0]).toContain(note.updated_at)
})

test('discarding a draft keeps the text that another device saved meanwhile, and shows it', async () => {
  network.use(reply(listKarteDrafts, { items: [draft('元', 7)] }))
  const { user, press, discard } = await open()
  const newer = draft('別の端末', 9)
  network.use(
    reply(saveKarteDraft, ({ memo }) => conflict(newer, memo)),
    reply(removeKarteDraft, ({ version }) => (version === newer.version ? null : failure(409, 'conflict', '変更されています'))),
  )
  await discard()
  expect((await screen.findByRole('region', { name: '別の画面の文章' })).textContent).toContain('別の端末')
  expect(field().value).toBe('元')
  await user.keyboard('{Escape}')
  // an undecided conflict is shown again
  await discard()
  await screen.findByRole('region', { name: '別の画面の文章' })
  await press('別の画面の文章にする')
  await discard()
  await waitFor(() => expect(field().value).toBe(''))
  expect(sent(removeKarteDraft)).toEqual([7, 7, 9].map((version) => ({ id: 5, version })))
})

test('a draft is discarded after the end of its running save, if the server had saved it already', async () => {
  let stored = draft('経過', 11)
  const lateSave = Promise.withResolvers<Response>()
  const { type, advance, discard } = await open()
  await type('経過')
  await advance(autosaveDelayMs)
  await screen.findByText(/下書きを保存しました/)
  network.use(
    reply(saveKarteDraft, ({ memo, version }) => {
      if (version === 11) {
        stored = draft(memo, 12)
        return lateSave.promise
      }
      if (version !== stored.version) return conflict(stored, memo)
      stored = draft(memo, stored.version + 1)
      return stored
    }),
    reply(removeKarteDraft, ({ version }) => (version === stored.version ? null : failure(409, 'conflict', '変更されています'))),
  )
  await type('良好')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves()).toHaveLength(2))
  await discard()
  await waitFor(() => expect(sent(removeKarteDraft)).toHaveLength(1))
  lateSave.resolve(HttpResponse.json(draft('経過良好', 12)))
  await waitFor(() => expect(field().value).toBe(''))
  expect(sent(removeKarteDraft).at(-1)).toEqual({ id: 5, version: 13 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('says that discarding failed; if a save finds the draft gone, a conflict is shown', async () => {
  network.use(reply(removeKarteDraft, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { type, advance, discard } = await open()
  await type('経過')
  await advance(autosaveDelayMs)
  await discard()
  expect(await screen.findByText('下書きを破棄できませんでした')).toBeTruthy()
  network.use(reply(saveKarteDraft, () => HttpResponse.json({ error: '', code: 'conflict', versions: { saved: null, sent: {} } }, { status: 409 })))
  await type('良好')
  await advance(autosaveDelayMs)
  expect(await screen.findByRole('dialog', { name: '別の画面で変更されています' })).toBeTruthy()
})

test('after a draft was discarded during its save, the next text is saved as a new draft', async () => {
  const lateSave = Promise.withResolvers<Response>()
  network.use(reply(removeKarteDraft, null))
  const { type, advance, discard } = await open()
  await type('経過')
  await advance(autosaveDelayMs)
  await screen.findByText(/下書きを保存しました/)
  network.use(reply(saveKarteDraft, ({ memo }) => (memo === '経過良好' ? lateSave.promise : draft(memo, 21))))
  await type('良好')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves()).toHaveLength(2))
  await discard()
  await waitFor(() => expect(field().value).toBe(''))
  await type('頭痛')
  lateSave.resolve(HttpResponse.json(draft('経過良好', 12)))
  await settled()
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves().at(-1)).toEqual({ user_id: 1, memo: '頭痛' }))
  expect(field().value).toBe('頭痛')
})
