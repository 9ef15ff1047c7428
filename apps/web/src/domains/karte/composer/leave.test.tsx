import { type KarteDraft, listKarteDrafts, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { listKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { stopTimers } from '../../../test/fake-timers.ts'
import { network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { conflict, draft } from '../test-data.ts'
import { KarteComposer } from './KarteComposer.tsx'
import { autosaveDelayMs, retryDelayMs } from './use-autosave.ts'

setUpNetwork()
beforeEach(() => {
  network.use(reply(listKarteDrafts, { items: [] }), reply(listKarteTemplates, { items: [] }))
})

const composer = <KarteComposer user_id={1} />
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '本文' })
const saves = () => sent(saveKarteDraft)
/** Shows the composer with stopped timers. */
const open = async () => {
  const timers = stopTimers()
  const shown = show('doctor', composer)
  await screen.findByRole('textbox', { name: '本文' })
  return { ...shown, ...timers, type: (text: string) => shown.user.type(field(), text) }
}

/** Starts a server without a draft. It rejects a save that lacks the newest version, unless the text is the same. Returns a function that reads the text. */
const startServer = () => {
  let saved: KarteDraft | undefined
  network.use(
    reply(listKarteDrafts, () => ({ items: saved ? [saved] : [] })),
    reply(saveKarteDraft, ({ memo, version }) => {
      if (saved && saved.memo !== memo && saved.version !== version) return conflict(saved, memo)
      saved = draft(memo, (saved?.version ?? 0) + 1)
      return saved
    }),
  )
  return () => saved?.memo
}
const goOffline = () => network.use(reply(saveKarteDraft, () => HttpResponse.error()))

test('text added to a note that was left offline and opened again is kept without a conflict', async () => {
  goOffline()
  const { type, advance, unmount } = await open()
  await type('頭痛')
  unmount()
  await waitFor(() => expect(saves()).toHaveLength(1))
  await settled()
  const reopened = show('doctor', composer)
  await screen.findByText(/まだ保存されていません/)
  await type('あり')
  const savedText = startServer()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(savedText()).toBe('頭痛あり'))
  await screen.findByText(/下書きを保存しました/)
  await advance(retryDelayMs)
  await settled()
  reopened.unmount()
  show('doctor', composer)
  await waitFor(() => expect(field().value).toBe('頭痛あり'))
  expect([screen.queryByRole('dialog'), savedText()]).toEqual([null, '頭痛あり'])
})

test('a save that ends after its note was left and opened again does not change the text', async () => {
  const lateSave = Promise.withResolvers<Response>()
  network.use(reply(saveKarteDraft, () => lateSave.promise))
  const { type, advance, unmount } = await open()
  await type('頭痛')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves()).toHaveLength(1))
  unmount()
  goOffline()
  const reopened = show('doctor', composer)
  await type('あり')
  lateSave.resolve(HttpResponse.json(draft('頭痛', 1)))
  await settled()
  reopened.unmount()
  await settled()
  show('doctor', composer)
  expect(field().value).toBe('頭痛あり')
  // the server has the first text
  network.use(reply(saveKarteDraft, ({ memo, version }) => (version === 1 ? draft(memo, 2) : conflict(draft('頭痛', 1), memo))))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(saves().at(-1)).toEqual({ user_id: 1, memo: '頭痛あり', version: 1 }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the text of a note that was left offline is saved later, and survives a reload', async () => {
  goOffline()
  const { type, advance, unmount } = await open()
  await type('頭痛')
  unmount()
  await settled()
  await advance(retryDelayMs)
  await waitFor(() => expect(saves().length).toBeGreaterThan(1))
  // a reload empties the memory
  removeOtherUsersDrafts(undefined)
  const reloaded = show('doctor', composer)
  await waitFor(() => expect(field().value).toBe('頭痛'))
  reloaded.unmount()
  await settled()
  startServer()
  await advance(retryDelayMs)
  await waitFor(() => expect(sessionStorage.length).toBe(0))
  expect(saves().at(-1)).toEqual({ user_id: 1, memo: '頭痛' })
})

test('text typed during a save survives a reload after its note was left, even if that save has ended', async () => {
  const lateSave = Promise.withResolvers<Response>()
  network.use(reply(saveKarteDraft, () => lateSave.promise))
  const { type, advance, unmount } = await open()
  await type('頭痛')
  await advance(autosaveDelayMs)
  await waitFor(() => expect(saves()).toHaveLength(1))
  await type('あり')
  unmount()
  goOffline()
  lateSave.resolve(HttpResponse.json(draft('頭痛', 1)))
  await waitFor(() => expect(saves().length).toBeGreaterThan(1))
  await settled()
  // a reload empties the memory
  removeOtherUsersDrafts(undefined)
  show('doctor', composer)
  await waitFor(() => expect(field().value).toBe('頭痛あり'))
})
