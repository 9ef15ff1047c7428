import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { formDraftOf, outboxDatabaseName, removeOtherUsersDrafts } from '../../api/form-drafts.ts'
import { readPendingAnswers, savePendingAnswers } from '../../api/pending-answers.ts'
import { sessionEnded } from '../../api/session.ts'
import { apiStateReset, makeStore } from '../../api/store.ts'
import { countUnsent } from '../../api/unsent/count.ts'
import { toast, toasts } from '../../ui/overlay/toast.ts'
import { readPending, setPending } from './pending.ts'
import { signOut } from './sign-out.ts'
import { renewSession, startSession } from './start-session.ts'
import { authenticate, followCookies, retryAuthentication } from './startup.ts'

/** Emulates the browser's cookie jar: one assignment sets one cookie, Max-Age=0 deletes it. */
const cookieJar = () => {
  const jar = new Map<string, string>()
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [pair, ...attributes] = line.split('; ')
      const [name, value] = pair!.split('=') as [string, string]
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  }
}
const memoryStorage = () => {
  const storage: Record<string, unknown> = {}
  Object.defineProperties(storage, {
    clear: {
      value: () => {
        for (const key of Object.keys(storage)) delete storage[key]
      },
    },
    getItem: { value: (key: string) => storage[key] ?? null },
    setItem: {
      value: (key: string, text: string) => {
        storage[key] = text
      },
    },
    removeItem: { value: (key: string) => delete storage[key] },
  })
  return storage
}

const doctor = { id: 2, role: 'doctor', first_name: '健一', last_name: '中村', email: 'doctor@example.com' }
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const cookies = 'accessToken=tok email=doctor%40example.com id=2'.split(' ')
let local: Record<string, unknown>
let calls: { url: string; method: string }[]

/** Stubs `fetch` instead of using MSW, which needs the document and the location that these tests replace. */
const createStore = (respond: () => Response, storedCookies = cookies) => {
  calls = []
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    calls.push({ url, method })
    return url === '/api/client_errors' ? new Response(null, { status: 204 }) : respond()
  })
  // biome-ignore lint/suspicious/noDocumentCookie: the test stubs this property
  for (const cookie of storedCookies) document.cookie = cookie
  return makeStore()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', cookieJar())
  vi.stubGlobal('location', { pathname: '/12/summary', search: '', protocol: 'http:' })
  local = memoryStorage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', memoryStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('on startup', () => {
  test('signs in from valid cookies', async () => {
    const store = createStore(() => json(200, doctor))
    const done = store.dispatch(authenticate())
    expect(store.getState().session.status).toBe('authenticating')
    await vi.runAllTimersAsync()
    await done
    expect(store.getState().session).toMatchObject({ status: 'signed_in', me: doctor })
  })
  test.each(['accessToken', 'email', 'id'])('clears the remaining cookies after 300 ms and sends no request when cookie %s is missing', async (missing) => {
    const store = createStore(
      () => json(200, doctor),
      cookies.filter((cookie) => !cookie.startsWith(missing)),
    )
    void store.dispatch(authenticate())
    await vi.advanceTimersByTimeAsync(299)
    expect(store.getState().session.status).toBe('authenticating')
    expect(document.cookie).not.toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState().session.status).toBe('signed_out')
    expect(document.cookie).toBe('')
    expect(calls).toEqual([])
  })
  test('clears the cookies 300 ms after a 401 and remembers the page to return to', async () => {
    const store = createStore(() => json(401, { error: '', code: 'unauthenticated' }))
    void store.dispatch(authenticate())
    await vi.advanceTimersByTimeAsync(299)
    expect(document.cookie).not.toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState().session).toEqual({ status: 'signed_out', returnTo: { path: '/12/summary', user_id: 2 } })
    expect(document.cookie).toBe('')
  })
  test.each([
    ['a server error', () => json(500, { error: '', code: 'internal' })],
    [
      'no network',
      () => {
        throw new TypeError('network error')
      },
    ],
  ])('keeps the cookies on %s, reports the error and signs in on retry', async (_, respond) => {
    let now: () => Response = respond
    const store = createStore(() => now())
    const done = store.dispatch(authenticate())
    await vi.runAllTimersAsync()
    await done
    expect(store.getState().session.failure).toBeDefined()
    expect(document.cookie).toContain('accessToken=tok')
    expect(calls.filter(({ url }) => url === '/api/client_errors').length).toBe(1)
    now = () => json(200, doctor)
    await store.dispatch(retryAuthentication())
    expect(store.getState().session).toMatchObject({ status: 'signed_in', me: doctor })
    expect(store.getState().session.failure).toBeUndefined()
  })
})

describe('on a new session', () => {
  const signIn = async () => {
    const store = createStore(() => json(200, doctor))
    await store.dispatch(authenticate())
    Object.assign(local, { draft: '患者さんへ' })
    return store
  }
  test('after a new password or e-mail address in another tab, this tab has the new credentials and keeps localStorage', async () => {
    const store = await signIn()
    const otherTab = new BroadcastChannel('sukoyaka.session')
    const heard = new Promise((resolve) => otherTab.addEventListener('message', resolve))
    makeStore().dispatch(renewSession({ ...doctor, role: 'doctor', email: 'new@example.com', access_token: 'renewed' }))
    await heard
    otherTab.close()
    await store.dispatch(followCookies())
    expect(store.getState().session).toMatchObject({
      ...{ status: 'signed_in', me: { id: 2, email: 'new@example.com' } },
      credentials: { access_token: 'renewed', email: 'new@example.com', id: 2 },
    })
    expect(Object.keys(local)).toEqual(['draft'])
  })
  test('a sign-in forgets the password of its first step', async () => {
    const challenge = { message: '', challenge: 'c', expires_at: '2026-11-29T00:10:00.000Z', resend_at: '2026-11-29T00:00:30.000Z' }
    setPending({ email: doctor.email, password: 'asano-sanpo-30pun', challenge })
    makeStore().dispatch(startSession({ ...doctor, role: 'doctor', access_token: 'new' }))
    expect(readPending()).toBeUndefined()
  })
  test('after somebody else signs in in another tab, this tab has their session and deletes localStorage', async () => {
    const store = await signIn()
    // biome-ignore lint/suspicious/noDocumentCookie: the test stubs this property
    document.cookie = 'id=3'
    await store.dispatch(followCookies())
    expect([Object.keys(local), store.getState().session.credentials?.id]).toEqual([[], 3])
  })
})

test('of two tabs whose session ended, the other one keeps the page to return to when one signs in', async () => {
  const store = createStore(() => json(200, doctor))
  await store.dispatch(authenticate())
  store.dispatch(sessionEnded('/12/summary'))
  makeStore().dispatch(startSession({ ...doctor, role: 'doctor', access_token: 'new' }))
  await store.dispatch(followCookies())
  expect(store.getState().session).toMatchObject({ status: 'signed_in', me: { id: 2 }, returnTo: { path: '/12/summary', user_id: 2 } })
})

describe('with toasts, which show names and can undo or repeat changes', () => {
  const shown = () => toasts.read().map(({ title }) => title)
  const enter = (store: ReturnType<typeof makeStore>, id: number) => store.dispatch(startSession({ ...doctor, id, role: 'doctor', access_token: `t${id}` }))
  test('they end with the sign-out, and one that a late response shows ends with the sign-in of the next person', async () => {
    const store = createStore(() => json(200, null))
    enter(store, 2)
    toast.success('佐伯さんに電話する')
    await store.dispatch(signOut())
    expect(shown()).toEqual([])
    toast.error('保存できませんでした')
    enter(store, 3)
    expect(shown()).toEqual([])
  })
  test('after the end of the session they stay for the same person only', () => {
    const store = createStore(() => json(200, doctor))
    enter(store, 2)
    toast.error('保存できませんでした')
    store.dispatch(sessionEnded('/12/summary'))
    enter(store, 2)
    expect(shown()).toEqual(['保存できませんでした'])
    store.dispatch(sessionEnded('/12/summary'))
    enter(store, 3)
    expect(shown()).toEqual([])
  })
})

/** Waits also for the files of the build that end a session, which may load slowly. */
const expectSignedOut = (store: ReturnType<typeof createStore>) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(300)
      return store.getState().session.status
    })
    .toBe('signed_out')

test.each([
  [2, '書きかけ'],
  [3, undefined],
])('unsent text of user 2 whose session ended while the app was closed: user %i gets %j after signing in; none is left in the storage', async (id, body) => {
  removeOtherUsersDrafts(undefined)
  Object.assign(local, { 'unsent.draft.2.8': '{"body":"書きかけ"}', 'unsent.messages.2': '[]', 'unsent.draft.22.8': '{"body":"別の人"}' })
  const store = createStore(() => json(401, { error: '', code: 'unauthenticated' }))
  void store.dispatch(authenticate())
  await expectSignedOut(store)
  expect(formDraftOf(22, 'unsent.draft.22.8')).toBeUndefined()
  store.dispatch(startSession({ ...doctor, id, role: 'doctor', access_token: 'new' }))
  expect((formDraftOf(2, 'unsent.draft.2.8') as { body: string } | undefined)?.body).toBe(body)
  expect(Object.keys(local)).toEqual([])
})

test.each([
  [2, { memo: '頭痛' }, 1],
  [3, undefined, undefined],
])('a note and answers of user 2 that were not saved when the session ended: user %i gets %j after signing in', async (id, note, forms) => {
  removeOtherUsersDrafts(undefined)
  const answers = { q1: { value: '1' } }
  Object.assign(sessionStorage, {
    'unsent.2.karte.7.free': '{"memo":"頭痛"}',
    'unsent.2.questionnaire.4': JSON.stringify(answers),
    'unsent.22.karte.7.free': '{}',
  })
  const store = createStore(() => json(401, { error: '', code: 'unauthenticated' }))
  void store.dispatch(authenticate())
  await expectSignedOut(store)
  store.dispatch(startSession({ ...doctor, id, role: 'doctor', access_token: 'new' }))
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(readPendingAnswers('karte.7.free', 22)).toBeUndefined()
  expect([readPendingAnswers('karte.7.free', 2), readPendingAnswers('questionnaire.4', 2)]).toEqual([note, note && answers])
  // once saved, the copy of the earlier session does not come back; signing out asks about the other one
  savePendingAnswers('questionnaire.4', 2, undefined)
  expect(readPendingAnswers('questionnaire.4', 2)).toBeUndefined()
  expect(countUnsent({ id: 2, role: 'nurse' })?.forms.length).toBe(forms)
})

test.each([
  [2, { memo: '頭痛' }],
  [3, undefined],
])('of user 2’s unsent note in a tab that could not start, user %i, who signs in in another tab, gets %j', async (id, note) => {
  Object.assign(sessionStorage, { 'unsent.2.karte.7.free': '{"memo":"頭痛"}', page: '/7/karte' })
  let now = () => json(500, { error: '', code: 'internal' })
  const store = createStore(() => now())
  const failing = store.dispatch(authenticate())
  await vi.runAllTimersAsync()
  await failing
  expect(store.getState().session).toMatchObject({ status: 'authenticating', failure: expect.anything() })
  now = () => json(200, { ...doctor, id })
  // biome-ignore lint/suspicious/noDocumentCookie: the test stubs this property
  for (const cookie of ['accessToken=new', `id=${id}`]) document.cookie = cookie
  await store.dispatch(followCookies())
  expect(store.getState().session).toMatchObject({ status: 'signed_in', me: { id } })
  expect(Object.keys(sessionStorage)).toEqual(note ? ['unsent.2.karte.7.free'] : [])
  expect(readPendingAnswers('karte.7.free', 2)).toEqual(note)
})

describe('on sign-out', () => {
  test('leaves no patient data in store, cookies or storage, even when the request fails', async () => {
    const store = createStore(() => json(200, doctor))
    await store.dispatch(authenticate())
    Object.assign(local, { draft: '患者さんへ', 'sukoyaka.ui.sidebar': '320', 'i18next_res_ja-common': '{}' })
    const deletedDatabases: string[] = []
    vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => deletedDatabases.push(name) })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network error')))
    const leaving = store.dispatch(signOut())
    // at once, because the request may take a minute
    expect(document.cookie).toBe('')
    expect(store.getState().session).toMatchObject({ status: 'signed_out', byUser: true, hasSignOutFailed: false })
    await vi.runAllTimersAsync()
    await leaving
    expect(store.getState().session).toEqual({ status: 'signed_out', byUser: true, hasSignOutFailed: true })
    expect(Object.keys(local)).toEqual(['sukoyaka.ui.sidebar', 'i18next_res_ja-common'])
    // the database of files that were not sent yet
    expect(deletedDatabases).toEqual([outboxDatabaseName])
  })
  test('remembers no page to return to if nobody had signed in', () => {
    const store = createStore(() => json(200, doctor))
    store.dispatch(sessionEnded('/12/summary'))
    expect(store.getState().session).toEqual({ status: 'signed_out', returnTo: undefined })
  })
  test('dispatches the reset action that RTK Query listens to', () => expect(apiStateReset().type).toBe(api.util.resetApiState().type))
})
