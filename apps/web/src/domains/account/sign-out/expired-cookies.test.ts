import { afterEach, expect, test, vi } from 'vitest'
import { outboxDatabaseName } from '../../../api/form-drafts.ts'
import { clearCookies } from '../../../api/session.ts'
import { makeStore } from '../../../api/store.ts'
import { startSession } from '../start-session.ts'
import { authenticate, clearEndedSession } from '../startup.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  clearCookies()
  localStorage.clear()
  sessionStorage.clear()
})

test.each([
  [2, ['unsent.draft.2.8'], ['unsent.2.karte.7.free'], []],
  [3, [], [], [outboxDatabaseName]],
])('unsent text of user 2 whose cookies expired stays in the storage until user %i signs in, then %j and %j', async (id, messages, notes, databases) => {
  const deletedDatabases: string[] = []
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => deletedDatabases.push(name) })
  localStorage.setItem('unsent.draft.2.8', '{"body":"書きかけ"}')
  localStorage.setItem('unsent.draft.22.8', '{"body":"別の人"}')
  localStorage.setItem('page', '/7/karte')
  sessionStorage.setItem('unsent.2.karte.7.free', '{"memo":"頭痛"}')
  const store = makeStore()
  await store.dispatch(authenticate())
  await store.dispatch(clearEndedSession())
  expect([Object.keys(localStorage), deletedDatabases]).toEqual([['unsent.draft.2.8', 'unsent.draft.22.8'], []])
  const session = { id, role: 'doctor', first_name: '健一', last_name: '中村', email: 'doctor@example.com', access_token: 'new' } as const
  store.dispatch(startSession(session))
  expect([Object.keys(localStorage), Object.keys(sessionStorage), deletedDatabases]).toEqual([messages, notes, databases])
})
