import { type Verdict, verdictOn } from '@sukoyaka/rules/record/judge'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import type { Judging } from './judging-store.ts'
import { judgePepsinogen, pepsinogenIds } from './pepsinogen-store.ts'
import { test_results } from './tables.ts'
import { judgeTreatedLipids } from './treated-lipid-store.ts'

// built per call: only the job runs it
export const hasUnjudged = async (scope: PatientScope): Promise<boolean> =>
  (await scope.db.select({ id: test_results.id }).from(scope.rows(test_results)).where(eq(test_results.is_judged, false)).limit(1)).length > 0

const batchSize = 1_000

/** Judges the next unjudged results by id; returns the last id, undefined if none is left. */
export const judgeNext = async (scope: PatientScope, judging: Judging, afterId: number): Promise<number | undefined> => {
  const { id, category_id, value, comparator, recorded_at } = test_results
  // built per call: only the job runs it
  const rows = await scope.db
    .select({ id, category_id, value, comparator, recorded_at, sex: users.sex, birthday: users.birthday })
    .from(scope.rows(test_results))
    .innerJoin(users, eq(users.id, test_results.user_id))
    .where(and(eq(test_results.is_judged, false), gt(test_results.id, afterId)))
    .orderBy(asc(test_results.id))
    .limit(batchSize)
  const verdicts = rows.map((row): Verdict & { id: number } => {
    const category = judging.byId.get(row.category_id)
    const verdict =
      category && row.value !== null
        ? verdictOn(category, category.versions, row, { value: row.value, comparator: row.comparator, recorded_at: row.recorded_at })
        : { status: null, range_id: null, is_serious: false }
    return { id: row.id, ...verdict }
  })
  // rows written meanwhile were judged at writing
  if (rows.length)
    await scope.db.execute(sql`
      update ${scope.target(test_results)} r set status = v.status, range_id = v.range_id, is_serious = v.is_serious, is_judged = true
      from json_to_recordset(${JSON.stringify(verdicts)}::json) as v (id bigint, status smallint, range_id bigint, is_serious boolean)
      where r.id = v.id and not r.is_judged`)
  const pepsinogen = pepsinogenIds(judging)
  await judgePepsinogen(
    scope,
    judging,
    rows.filter((row) => pepsinogen.includes(row.category_id)).map((row) => row.id),
  )
  await judgeTreatedLipids(scope, judging, sql`r.id = any(${sql.param(rows.map((row) => row.id))}::bigint[])`)
  return rows.at(-1)?.id
}
