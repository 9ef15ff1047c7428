import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { hidePackage } from '../../checkup/hide-store.ts'
import { judgeAgain } from '../../checkup/judge-all-store.ts'
import { test_packages, test_results } from '../../checkup/tables.ts'
import { held_releases } from '../../release-queue/tables.ts'
import type { Move } from './move-store.ts'
import { patient_merge_changes, type patient_merges } from './tables.ts'

type Row = { id: number; [column: string]: unknown }
/** Judging changes results, and withdraws the release of a checkup in which a value becomes critical. */
const judged = { test_results, test_packages }
type Judged = keyof typeof judged
type Change = { before: object; after: object | null }

// built per call: an administrator's rare call
const rowsOf = async (scope: PatientScope, table: Judged, user_id: number): Promise<Map<number, Row>> => {
  const { rows } = await scope.db.execute<{ row: Row }>(sql`select to_jsonb(t.*) as row from ${scope.from(judged[table], 't')} where t.user_id = ${user_id}`)
  return new Map(rows.map(({ row }) => [row.id, row]))
}

/** The id and the changed columns of each changed row. A removed row has all columns in `before` and no `after`; an added one has an empty `before`. */
const changesBetween = (before: ReadonlyMap<number, Row>, after: ReadonlyMap<number, Row>): Change[] => {
  const changes = [...before].flatMap(([id, row]): Change[] => {
    const other = after.get(id)
    if (!other) return [{ before: row, after: null }]
    const changed = Object.keys(row).filter((column) => JSON.stringify(row[column]) !== JSON.stringify(other[column]))
    const changedColumnsOf = (version: Row) => ({ id, ...Object.fromEntries(changed.map((column) => [column, version[column]])) })
    return changed.length ? [{ before: changedColumnsOf(row), after: changedColumnsOf(other) }] : []
  })
  const added = [...after.keys()].filter((id) => !before.has(id))
  return [...changes, ...added.map((id) => ({ before: {}, after: { id } }))]
}

// built per call: an administrator's rare call
/** Judges the results of the united record by its sex, birthday and medicines, and stores what this changed, for an undo. */
export const judgeUnited = async (scope: PatientScope, { merge_id, to }: Move): Promise<void> => {
  const before = new Map<Judged, Map<number, Row>>()
  for (const table of ['test_results', 'test_packages'] as const) before.set(table, await rowsOf(scope, table, to))
  await judgeAgain(scope, to)
  for (const [table, rows] of before) {
    const changes = changesBetween(rows, await rowsOf(scope, table, to))
    if (changes.length)
      await scope.db.execute(sql`
        insert into ${scope.target(patient_merge_changes)} (merge_id, table_name, before, after) select ${merge_id}, ${table}, c.before,
          nullif(c.after, 'null') from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (before jsonb, after jsonb)`)
  }
}

/**
 * Withdraws again the releases that an undo restored, of checkups that got a critical value or a comment since the merge, while they were not released. Nobody
 * may have phoned the patient about the value. The comment, which may wait with a held release, is for another release, and a released checkup would drop it.
 */
export const hideChanged = async (scope: PatientScope, { id, merged_at }: Pick<typeof patient_merges.$inferSelect, 'id' | 'merged_at'>): Promise<void> => {
  // built per call: an administrator's rare call
  const { rows } = await scope.db.execute<{ id: number }>(sql`
    select p.id from ${scope.from(test_packages, 'p')} where exists (select from ${scope.from(patient_merge_changes, 'c')}
        where c.merge_id = ${id} and c.table_name = 'test_packages' and (c.before ->> 'id')::bigint = p.id and (c.before ->> 'released_at')::timestamptz = p.released_at)
      and (p.commented_at > ${merged_at}
        or exists (select from ${scope.from(test_results, 'r')} where r.test_package_id = p.id and r.is_serious and r.updated_at > ${merged_at})
        or exists (select from ${scope.from(held_releases, 'h')} where h.test_package_id = p.id and h.comment <> coalesce(p.comment, '')))`)
  for (const row of rows) await hidePackage(scope, row.id)
}
