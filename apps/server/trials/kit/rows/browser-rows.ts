import { sql } from 'drizzle-orm'
import type { TestApp } from '../../../test/test-app.ts'

type IdsByOwner = Record<number, number[]>
export type BrowserRows = { sessions: IdsByOwner; devices: IdsByOwner }

/** Sessions and trusted devices that nobody uses, by owner. */
export const addBrowsers = async ({ context: { db } }: TestApp): Promise<BrowserRows> => {
  const add = async (table: string): Promise<IdsByOwner> => {
    const { rows } = await db.execute<{ id: number; user_id: number }>(sql`
      insert into ${sql.identifier(table)} (user_id, token_hash, expires_at, browser)
      select id, convert_to('spare ' || id || ' ' || n, 'UTF8'), now() + interval '1 hour', 'Chrome, Windows' from users, generate_series(1, 12) n returning id, user_id`)
    return Object.fromEntries([...Map.groupBy(rows, ({ user_id }) => Number(user_id))].map(([user_id, own]) => [user_id, own.map(({ id }) => Number(id))]))
  }
  return { sessions: await add('sessions'), devices: await add('trusted_devices') }
}
