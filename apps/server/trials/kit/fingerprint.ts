import { sql } from 'drizzle-orm'
import type { TestApp } from '../../test/test-app.ts'

/** Hash of every row of every table except audit_logs, limited_attempts and the last use of sessions. */
export const fingerprint = async ({ context }: Pick<TestApp, 'context'>): Promise<string> => {
  const { rows: tables } = await context.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_logs', 'limited_attempts', 'schema_migrations') order by 1`,
  )
  // a sum does not depend on the order, which saves sorting
  const rowOf = (name: string) => (name === 'sessions' ? '(t.id, t.user_id, t.token_hash, t.created_at, t.expires_at, t.ended_at)::text' : 't::text')
  const parts = tables.map(
    ({ name }) => `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(${rowOf(name)}, 0)), 0) as part from "${name}" t`,
  )
  const { rows } = await context.db.execute<{ part: string }>(sql.raw(`${parts.join(' union all ')} order by 1`))
  return rows.map(({ part }) => part).join('\n')
}
