import { sql } from 'drizzle-orm'
import type { World } from '../../test/world.ts'

/** A fingerprint of every row of every table but the audit log and the counted attempts, without the time a session was last used at. */
export const fingerprint = async ({ context }: Pick<World, 'context'>): Promise<string> => {
  const { rows: tables } = await context.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_logs', 'limited_attempts', 'schema_migrations') order by 1`,
  )
  // a sum needs no order, and so no sorting of the catalogues
  const rowOf = (name: string) => (name === 'sessions' ? '(t.id, t.user_id, t.token_hash, t.created_at, t.expires_at, t.ended_at)::text' : 't::text')
  const parts = tables.map(
    ({ name }) => `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(${rowOf(name)}, 0)), 0) as part from "${name}" t`,
  )
  const { rows } = await context.db.execute<{ part: string }>(sql.raw(`${parts.join(' union all ')} order by 1`))
  return rows.map(({ part }) => part).join('\n')
}
