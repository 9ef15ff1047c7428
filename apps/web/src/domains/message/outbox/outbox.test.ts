import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearCallState } from '../../../api/etag-cache.ts'
import { removeOtherUsersDrafts, saveFormDraft } from '../../../api/form-drafts.ts'
import { signedIn } from '../../../api/session.ts'
import { i18n, startI18n } from '../../../i18n/i18n.ts'
import { storeOf } from '../../../test/store.ts'
import { dismissToast, toasts } from '../../../ui/overlay/toast.ts'
import { makeOutbox, type Outbox } from './outbox.ts'
import { outboxKeyOf, readOutbox } from './outbox-message.ts'

type Sent = { key: string | null; body: string; client_id: string }
let sent: Sent[]
/** Outcomes of the next requests, in order; further requests succeed. */
let responses: ('lost' | 'down' | 'refused' | 'ended')[]
let confirmed: string[]
let boxes: Outbox[]

/** Fake XMLHttpRequest whose uploads succeed. */
class SuccessfulUpload {
  upload = {}
  status = 201
  statusText = ''
  responseText = ''
  onload = () => {}
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null
  send(form: FormData) {
    this.responseText = JSON.stringify({ id: 1, patient_id: 1, body: form.get('body') })
    this.onload()
  }
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await startI18n('ja')
})
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  removeOtherUsersDrafts(undefined)
  clearCallState()
  sent = []
  responses = []
  confirmed = []
  boxes = []
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  // a stub instead of MSW, because responses of MSW do not arrive while fake timers advance over several tries
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url !== '/api/messages') return new Response('{}')
    const { body, client_id } = JSON.parse(String(init.body)) as Sent
    const respond = responses.shift()
    if (respond === 'down') throw new TypeError('down')
    sent.push({ key: new Headers(init.headers).get('idempotency-key'), body, client_id })
    if (respond === 'lost') throw new TypeError('lost')
    if (respond === 'ended') return new Response('{"error":"ログインしてください","code":"unauthenticated"}', { status: 401 })
    if (respond === 'refused') return new Response('{"error":"チャットは含まれていません","code":"chat_not_included"}', { status: 403 })
    return new Response(JSON.stringify({ id: sent.length, patient_id: 1, body, client_id }), { status: 201 })
  })
})
afterEach(() => {
  for (const box of boxes) box.close()
  for (const { id } of toasts.read()) dismissToast(id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = (store = storeOf('nurse')) => {
  const box = makeOutbox(1, store)
  box.onConfirmed(({ body }) => confirmed.push(body))
  boxes.push(box)
  return box
}
const write = (box: Outbox, body: string, patient_id = 1) =>
  void box.add({ patient_id, body, mentions: [], reply_to: null, is_urgent: false, content_type: 'text' })
const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const entry = (body: string) => readOutbox(1).find((message) => message.body === body)!
const states = () => readOutbox(1).map(({ body, state }) => `${body} ${state}`)

test('stores a message before sending it with its id as idempotency key, and removes it once the server confirms', async () => {
  const box = open()
  write(box, '一')
  expect(states()).toEqual(['一 waiting'])
  await advanceTimers(10)
  expect(sent).toEqual([{ key: sent[0]!.client_id, body: '一', client_id: sent[0]!.client_id }])
  expect(confirmed).toEqual(['一'])
  expect(localStorage.getItem(outboxKeyOf(1))).toBeNull()
})

test('a message with files is stored at once and sent in order, even if the database of files never opens', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  vi.stubGlobal('XMLHttpRequest', SuccessfulUpload)
  const box = open()
  const photo = new File(['写真'], 'photo.png', { type: 'image/png' })
  void box.add({ patient_id: 1, body: '一', mentions: [], reply_to: null, is_urgent: false, content_type: 'image' }, [photo])
  write(box, '二')
  expect(states()).toEqual(['一 waiting', '二 waiting'])
  await advanceTimers(10)
  expect(confirmed).toEqual(['一', '二'])
})

test('retries under the same id after a lost response; later messages wait and arrive in order', async () => {
  responses = ['lost', 'lost', 'lost']
  const box = open()
  write(box, '一')
  write(box, '二')
  await advanceTimers(4_000)
  expect(states()).toEqual(['一 stopped', '二 waiting'])
  expect(toasts.read().map(({ kind }) => kind)).toEqual(['error'])
  await advanceTimers(8_000)
  expect(confirmed).toEqual(['一', '二'])
  expect(new Set(sent.filter(({ body }) => body === '一').map(({ key }) => key)).size).toBe(1)
  expect(sent.at(-1)!.body).toBe('二')
})

test('sending does not wait for the words of a failure, which may not load during an outage', async () => {
  const loading = vi.spyOn(i18n, 'loadNamespaces').mockReturnValue(new Promise(() => {}))
  responses = ['lost']
  const box = open()
  write(box, '一')
  await advanceTimers(60_000)
  expect(confirmed).toEqual(['一'])
  loading.mockRestore()
})

test('sends nothing while offline and everything in order once online', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const box = open()
  write(box, '一')
  write(box, '二')
  await advanceTimers(60_000)
  expect(sent).toEqual([])
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  dispatchEvent(new Event('online'))
  await advanceTimers(10)
  expect(confirmed).toEqual(['一', '二'])
})

test('a rejected message stays with the reason, does not block later messages, and is sent again only on request', async () => {
  responses = ['refused']
  const box = open()
  write(box, '一')
  write(box, '二')
  await advanceTimers(1_000)
  expect(states()).toEqual(['一 refused'])
  expect(toasts.read()).toMatchObject([{ title: 'send.stopped', text: 'チャットは含まれていません' }])
  expect(readOutbox(1)[0]!.error).toBe('チャットは含まれていません')
  expect(confirmed).toEqual(['二'])
  await advanceTimers(120_000)
  expect(sent).toHaveLength(2)
  box.retry(readOutbox(1)[0]!.client_id)
  await advanceTimers(10)
  expect(confirmed).toEqual(['二', '一'])
  // a new idempotency key, because the server repeats its response to a known one; the same client_id, so that it stays one message
  expect(sent[2]!.key).not.toBe(sent[0]!.key)
  expect(sent[2]!.client_id).toBe(sent[0]!.client_id)
})

test('when the session ends, a message is tried once and not left in localStorage; it is sent once the same user signs in again', async () => {
  responses = ['ended']
  const store = storeOf('nurse')
  const { me, credentials } = store.getState().session
  // as the app does when a session ends
  const stop = store.subscribe(() => store.getState().session.me || localStorage.clear())
  const box = open(store)
  write(box, '一')
  await advanceTimers(130_000)
  expect([sent.length, states(), Object.keys(localStorage)]).toEqual([1, ['一 stopped'], []])
  store.dispatch(signedIn({ me: { ...me!, id: 2 }, credentials: { ...credentials!, id: 2 } }))
  await advanceTimers(130_000)
  expect(sent).toHaveLength(1)
  stop()
  store.dispatch(signedIn({ me: me!, credentials: credentials! }))
  await box.sendWaiting()
  expect([confirmed, sent[1]!.client_id === sent[0]!.client_id, readOutbox(1)]).toEqual([['一'], true, []])
})

test('sends after a reload what was unsent before it', async () => {
  responses = ['down', 'down', 'down']
  write(open(), '一')
  await advanceTimers(4_000)
  boxes[0]!.close()
  const next = open()
  expect(next.read().map(({ body }) => body)).toEqual(['一'])
  await advanceTimers(10)
  expect(confirmed).toEqual(['一'])
})

test('does not send a discarded message', async () => {
  responses = ['down', 'down', 'down']
  const box = open()
  write(box, '一')
  await advanceTimers(4_000)
  box.discard(readOutbox(1)[0]!.client_id)
  await advanceTimers(120_000)
  expect(sent).toEqual([])
  expect(box.read()).toEqual([])
})

test('a message that another window discarded is not sent; one that only the end of the other session removed stays', async () => {
  responses = ['down', 'down', 'down']
  const box = open()
  write(box, '一')
  await advanceTimers(4_000)
  const key = outboxKeyOf(1)
  const copy = readOutbox(1)
  const written: string[] = []
  const setItem = vi.spyOn(localStorage, 'setItem').mockImplementation((_, text) => void written.push(text))
  box.discard(copy[0]!.client_id)
  setItem.mockRestore()
  // as in another window: its own memory, and events for each change of localStorage
  saveFormDraft(1, key, copy)
  dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
  expect(box.read()).toHaveLength(1)
  for (const newValue of [...written, null]) dispatchEvent(new StorageEvent('storage', { key, newValue }))
  expect(box.read()).toEqual([])
  await advanceTimers(120_000)
  expect(sent).toEqual([])
})

test('two windows send a message only once', async () => {
  const lockQueue: (() => Promise<void>)[] = []
  let last = Promise.resolve()
  const request = (_: string, callback: () => Promise<void>) => {
    lockQueue.push(callback)
    last = last.then(callback)
    return last
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  const [first, second] = [open(), open()]
  write(first, '一')
  void second.sendWaiting()
  await advanceTimers(1_000)
  expect(lockQueue.length).toBeGreaterThan(1)
  expect(sent).toHaveLength(1)
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
})

test('a message that is not being sent is held while offline or behind a failed message; a held message can be discarded', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const box = open()
  write(box, '一')
  write(box, '二')
  await advanceTimers(10)
  expect(['一', '二'].map((body) => box.isHeld(entry(body)))).toEqual([true, true])
  box.discard(entry('一').client_id)
  expect(states()).toEqual(['二 waiting'])
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  responses = ['down', 'down', 'down']
  write(box, '三')
  expect(box.isHeld(entry('三'))).toBe(false)
  await advanceTimers(3_000)
  expect(states()).toEqual(['二 stopped', '三 waiting'])
  expect(box.isHeld(entry('三'))).toBe(true)
  box.discard(entry('三').client_id)
  await advanceTimers(60_000)
  expect(sent.map(({ body }) => body)).toEqual(['二'])
  expect(states()).toEqual([])
})

test('an upload that the user stopped keeps its text and is sent with the same key on request', async () => {
  const keys: (string | undefined)[] = []
  let isHeld = true
  class HeldUpload extends SuccessfulUpload {
    onabort = () => {}
    override setRequestHeader(name = '', value = '') {
      if (name.toLowerCase() === 'idempotency-key') keys.push(value)
    }
    override send(form: FormData) {
      if (!isHeld) super.send(form)
    }
    abort() {
      this.onabort()
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldUpload)
  const box = open()
  void box.add({ patient_id: 1, body: '長い説明', mentions: [], reply_to: null, is_urgent: false, content_type: 'image' }, [new File(['x'], 'a.png')])
  await advanceTimers(10)
  const { client_id } = readOutbox(1)[0]!
  expect(box.shareOf(client_id)).toBe(0)
  box.cancel(client_id)
  await advanceTimers(60_000)
  expect(states()).toEqual(['長い説明 cancelled'])
  isHeld = false
  box.retry(client_id)
  await advanceTimers(10)
  expect(confirmed).toEqual(['長い説明'])
  expect(keys).toEqual([client_id, client_id])
})
