import type { Session } from '@sukoyaka/wire/people/account'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import type { Client } from '../../http/serve.ts'
import { addSession, trustDevice } from './session-store.ts'
import type { Account } from './store.ts'

/** Opens a session for this browser. Its token is in the reply only: the database stores a hash. */
export const openSession = async (
  { random }: Pick<AppContext, 'random'>,
  db: Db,
  { id, role, email, first_name, last_name }: Account,
  client: Client,
): Promise<Session> => ({ id, role, email, first_name, last_name, access_token: await addSession(db, { id, role }, random, client) })

/** Trusts this browser for 30 days, in which it needs no code. */
export const trustBrowser = async ({ random, config }: Pick<AppContext, 'random' | 'config'>, db: Db, user_id: number, client: Client) => {
  const { token, maxAge } = await trustDevice(db, user_id, random, client)
  client.setCookie('device', token, { path: '/api', httpOnly: true, sameSite: 'strict', maxAge, secure: config.public_url.startsWith('https:') })
}
