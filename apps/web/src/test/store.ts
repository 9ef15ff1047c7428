import type { Role } from '@sukoyaka/wire/access'
import { signedIn } from '../api/session.ts'
import { makeStore } from '../api/store.ts'

/** Store with a signed-in user of this role, with id 1. */
export const storeOf = (role: Role) => {
  const store = makeStore()
  store.dispatch(
    signedIn({ me: { id: 1, role, first_name: '', last_name: '', email: 'a@example.com' }, credentials: { access_token: 't', email: 'a@example.com', id: 1 } }),
  )
  return store
}
