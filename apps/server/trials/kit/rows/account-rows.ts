import { sql } from 'drizzle-orm'
import { addPerson } from '../../../test/add-person.ts'
import type { RowsTarget } from './target.ts'

type IdsByOwner = Record<number, number[]>
export type BrowserRows = { sessions: IdsByOwner; devices: IdsByOwner; grants: IdsByOwner; shares: IdsByOwner }

/** An app that may request to read everything, and grants of each person to it. */
const addGrants = async ({ context: { db } }: RowsTarget): Promise<IdsByOwner> => {
  await db.execute(sql`
    insert into connected_apps (client_id, name, redirect_uris, scopes) values ('trial-client-0001', '健康手帳', '{https://app.example.com/callback}', '{patient/*.rs,user/*.rs}')`)
  const { rows } = await db.execute<{ id: number; user_id: number }>(sql`
    insert into app_grants (app_id, user_id, scopes, redirect_uri, code_challenge, code_expires_at, code_used_at)
    select (select min(id) from connected_apps), id, '{user/*.rs}', 'https://app.example.com/callback', '', now(), now() from users, generate_series(1, 12) returning id, user_id`)
  return idsByOwner(rows)
}

/** Shares of each patient with doctors. */
const addShares = async ({ context: { db } }: RowsTarget): Promise<IdsByOwner> => {
  const { rows } = await db.execute<{ id: number; user_id: number }>(sql`
    insert into shares (user_id, name, parts, duration, token_hash, passcode_hash, expires_at)
    select id, '三田内科クリニック', '{medication,results}', 'week', convert_to('share ' || id || ' ' || n, 'UTF8'), '', now() + interval '7 days'
    from users, generate_series(1, 12) n where role = 'patient' order by id, n returning id, user_id`)
  return idsByOwner(rows)
}

const idsByOwner = (rows: { id: number; user_id: number }[]): IdsByOwner =>
  Object.fromEntries([...Map.groupBy(rows, ({ user_id }) => Number(user_id))].map(([user_id, own]) => [user_id, own.map(({ id }) => Number(id))]))

/** Sessions, trusted devices, grants and shares that nobody uses, by owner. */
export const addBrowsers = async (testApp: RowsTarget): Promise<BrowserRows> => {
  const { db } = testApp.context
  const add = async (table: string): Promise<IdsByOwner> => {
    const { rows } = await db.execute<{ id: number; user_id: number }>(sql`
      insert into ${sql.identifier(table)} (user_id, token_hash, expires_at, browser)
      select id, convert_to('spare ' || id || ' ' || n, 'UTF8'), now() + interval '1 hour', 'Chrome, Windows' from users, generate_series(1, 12) n returning id, user_id`)
    return idsByOwner(rows)
  }
  return { grants: await addGrants(testApp), shares: await addShares(testApp), sessions: await add('sessions'), devices: await add('trusted_devices') }
}

export const policiesIn = async ({ context: { db } }: RowsTarget) => {
  const { rows } = await db.execute<{ kind: string; id: number }>(sql`select kind, id from policies where version = 1`)
  const idOf = (wanted: string) => Number(rows.find(({ kind }) => kind === wanted)?.id)
  return { privacy: idOf('privacy_policy'), usage: idOf('usage_policy') }
}

const addInviteRequest = async ({ context: { db } }: RowsTarget): Promise<number> => {
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into invite_requests (email, name, phone_number, note) values ('asks@example.com', '勅使河原 美佐緒', '', '') returning id`,
  )
  return Number(rows[0]!.id)
}

/** A patient who has not activated the account, a member of staff to deactivate and activate, and a request for an invitation. */
export type AccountRows = { invited_id: number; leaver_id: number; request_id: number }

export const addAccounts = async (target: RowsTarget): Promise<AccountRows> => {
  const { db } = target.context
  return {
    invited_id: await addPerson(db, { role: 'patient', last_name: '勅使河原', first_name: '美佐緒', email: 'invited@example.com' }),
    leaver_id: await addPerson(db, { role: 'trainer', last_name: 'leaver', first_name: '一郎', email: 'leaver@example.com' }),
    request_id: await addInviteRequest(target),
  }
}
