import { sql } from 'drizzle-orm'
import type { AppContext } from '../../src/context/app-context.ts'
import { connectionOf } from '../../src/database/db.ts'
import { rawQuery } from '../../src/database/prepared.ts'
import type { TestApp } from '../../test/test-app.ts'

type Part = { part: string }
const queries = new WeakMap<AppContext, ReturnType<typeof rawQuery<Part>>>()

/** Query that returns one row per table. Leaves out audit_logs, limited_attempts, schema_migrations, and the last use and browser of sessions. */
const queryFor = async (context: AppContext) => {
  const { rows: tables } = await context.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_logs', 'limited_attempts', 'schema_migrations') order by 1`,
  )
  // PostgreSQL stores a changed row with the id of the writing transaction (xmin), so the sum changes with every insert, update and delete
  const written = 'sum(xmin::text::bigint)'
  const session = 'sum(hashtextextended((id, user_id, token_hash, created_at, expires_at, ended_at)::text, 0))'
  const parts = tables.map(
    ({ name }) => `select '${name} ' || count(*) || ' ' || coalesce(${name === 'sessions' ? session : written}, 0) as part from "${name}"`,
  )
  return rawQuery<Part>(sql.raw(`${parts.join(' union all ')} order by 1`))
}

/** Fingerprint of the rows of all tables that `queryFor` includes. A written row counts as changed, except a session whose compared columns stay the same. */
export const fingerprint = async ({ context }: Pick<TestApp, 'context'>): Promise<string> => {
  const query = queries.get(context) ?? (await queryFor(context))
  queries.set(context, query)
  const rows = await context.db.transaction(async (tx) => {
    // the tables are small: planning for each run and starting parallel workers takes ten times as long as reading
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan; set local max_parallel_workers_per_gather = 0`)
    return query.runOn(connectionOf(tx).connection, {})
  })
  return rows.map(({ part }) => part).join('\n')
}
