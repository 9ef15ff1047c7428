import { beforeEach, expect, test, vi } from 'vitest'
import { sessionEnded, signedIn } from '../../../api/session.ts'
import { makeStore } from '../../../api/store.ts'
import { setUpNetwork } from '../../../test/network.ts'
import { cancelImport, currentImport, readImport, sendImport } from './upload.ts'
import type { FromWorker, ToWorker } from './worker.ts'

setUpNetwork()
const workers: FakeWorker[] = []
class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | undefined
  messages: ToWorker[] = []
  isEnded = false
  constructor() {
    workers.push(this)
  }
  postMessage = (message: ToWorker) => void this.messages.push(message)
  terminate = () => {
    this.isEnded = true
  }
  emit = (data: FromWorker) => this.onmessage?.({ data })
}

const file = new File(['<HealthData/>'], 'export.xml')
const signIn = (id: number, access_token: string) =>
  signedIn({ me: { id, role: 'patient', first_name: '恵子', last_name: '佐伯', email: 'a@b.jp' }, credentials: { id, access_token, email: 'a@b.jp' } })
/** An import of user 1 that has sent a piece. */
const begin = () => {
  const store = makeStore()
  store.dispatch(signIn(1, 'first'))
  readImport(store, file)
  const worker = workers.at(-1)!
  worker.emit({ kind: 'found', summary: { found: [], unreadable: 0 } })
  sendImport(1, ['steps'])
  worker.emit({ kind: 'sent', sent: { new: 2_000, same: 0, changed: 0 } })
  return { store, worker }
}
const authorizationOf = (message: ToWorker | undefined) => message && 'headers' in message && new Headers(message.headers).get('authorization')
const phase = () => currentImport.read().phase
const isWarned = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  cancelImport()
  vi.stubGlobal('Worker', FakeWorker)
})

test('the worker gets the credentials, also after a renewal; the page gets the counts; during sending, closing the window asks for confirmation', () => {
  const { store, worker } = begin()
  expect(worker.messages.at(-1)).toMatchObject({ kind: 'send', file, user_id: 1, types: ['steps'] })
  expect(authorizationOf(worker.messages.at(-1))).toContain('first')
  store.dispatch(signIn(1, 'second'))
  expect(authorizationOf(worker.messages.at(-1))).toContain('second')
  expect(currentImport.read()).toMatchObject({ phase: 'sending', sent: { new: 2_000 } })
  expect(isWarned()).toBe(true)
  worker.emit({ kind: 'done' })
  expect(currentImport.read()).toMatchObject({ phase: 'done', sent: { new: 2_000 } })
  expect(isWarned()).toBe(false)
})

test('cancelling ends the worker; its later messages are ignored', () => {
  const { worker } = begin()
  cancelImport()
  expect(worker.isEnded).toBe(true)
  worker.emit({ kind: 'sent', sent: { new: 4_000, same: 0, changed: 0 } })
  expect(phase()).toBe('idle')
  expect(isWarned()).toBe(false)
})

test('a 401 ends the import and the session of the page', () => {
  const { store, worker } = begin()
  worker.emit({ kind: 'refused', error: { status: 401, code: 'unauthenticated', error: 'x' } })
  expect(phase()).toBe('failed')
  expect(worker.isEnded).toBe(true)
  expect(store.getState().session.status).toBe('signed_out')
})

test('an import ends with the session and is not shown to the next person', () => {
  const { store, worker } = begin()
  store.dispatch(sessionEnded('/'))
  expect(worker.isEnded).toBe(true)
  expect(phase()).toBe('failed')
  store.dispatch(signIn(2, 'other'))
  expect(phase()).toBe('idle')
})
