import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearCallState } from '../../../api/etag-cache.ts'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { startI18n } from '../../../i18n/i18n.ts'
import { storeOf } from '../../../test/store.ts'
import { makeOutbox, type Outbox } from './outbox.ts'
import { readOutbox } from './outbox-message.ts'

/** Fake XMLHttpRequest that makes progress only when the test says so and never gets a response. */
class HangingUpload {
  static requests: HangingUpload[] = []
  upload: { onprogress?: (event: object) => void } = {}
  isAborted = false
  open() {}
  setRequestHeader() {}
  send() {
    HangingUpload.requests.push(this)
  }
  abort() {
    this.isAborted = true
  }
}

let isDown: boolean
let confirmed: string[]
let box: Outbox

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await startI18n('ja')
})
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  removeOtherUsersDrafts(undefined)
  clearCallState()
  HangingUpload.requests = []
  isDown = false
  confirmed = []
  vi.stubGlobal('XMLHttpRequest', HangingUpload)
  // a stub instead of MSW, because responses of MSW do not arrive while fake timers advance over several tries
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url !== '/api/messages') return new Response('{}')
    const message = JSON.parse(String(init.body)) as { patient_id: number; body: string }
    if (isDown && message.patient_id === 1) throw new TypeError('down')
    return new Response(JSON.stringify({ id: 1, ...message }), { status: 201 })
  })
  box = makeOutbox(1, storeOf('nurse'))
  box.onConfirmed(({ body }) => confirmed.push(body))
})
afterEach(() => {
  box.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const message = { mentions: [], reply_to: null, is_urgent: false }
const write = (patient_id: number, body: string) => void box.add({ ...message, patient_id, body, content_type: 'text' })
const attach = (patient_id: number, body: string) =>
  void box.add({ ...message, patient_id, body, content_type: 'image' }, [new File(['写真'], 'photo.png', { type: 'image/png' })])
const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const states = () => readOutbox(1).map(({ body, state }) => `${body} ${state}`)
const isHeld = (body: string) => box.isHeld(readOutbox(1).find((unsent) => unsent.body === body)!)

test('a message that cannot be sent holds up the later messages of its own conversation only', async () => {
  isDown = true
  write(1, '一')
  write(1, '二')
  write(2, '三')
  await advanceTimers(4_000)
  expect(confirmed).toEqual(['三'])
  expect(states()).toEqual(['一 stopped', '二 waiting'])
  write(2, '四')
  await advanceTimers(10)
  expect(confirmed).toEqual(['三', '四'])
  isDown = false
  await advanceTimers(60_000)
  expect(confirmed).toEqual(['三', '四', '一', '二'])
})

test('while photos are uploaded, other conversations are sent, and a later text of the conversation is held', async () => {
  attach(1, '写真')
  await advanceTimers(10)
  write(1, '胸が痛いです')
  write(2, '二')
  await advanceTimers(10)
  expect(confirmed).toEqual(['二'])
  expect([isHeld('写真'), isHeld('胸が痛いです')]).toEqual([false, true])
})

test('an upload that makes no progress for a minute is stopped and tried again; one that makes progress goes on', async () => {
  attach(1, '写真')
  await advanceTimers(10)
  const [first] = HangingUpload.requests
  for (const loaded of [1, 2, 3]) {
    await advanceTimers(50_000)
    first!.upload.onprogress!({ loaded, total: 4, lengthComputable: true })
  }
  expect([first!.isAborted, states()]).toEqual([false, ['写真 waiting']])
  await advanceTimers(61_000)
  expect([first!.isAborted, states()]).toEqual([true, ['写真 stopped']])
  await advanceTimers(6_000)
  expect(HangingUpload.requests).toHaveLength(2)
})
