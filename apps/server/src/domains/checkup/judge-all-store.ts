import { type SexAndBirthday, type Verdict, verdictOn } from '@sukoyaka/rules/record/judge'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import { deriveOrWithdraw } from './derived-store.ts'
import { type Judging, lockPatient, numericType, readJudging } from './judging-store.ts'
import { judgePepsinogen, pepsinogenIds } from './pepsinogen-store.ts'
import { test_packages, test_results } from './tables.ts'
import { judgeTreatedLipids } from './treated-lipid-store.ts'

// built per call: only the job runs it
export const hasUnjudged = async (scope: PatientScope): Promise<boolean> =>
  (await scope.db.select({ id: test_results.id }).from(scope.rows(test_results)).where(eq(test_results.is_judged, false)).limit(1)).length > 0

const batchSize = 1_000

type Row = SexAndBirthday & { id: number; category_id: number; value: number | null; comparator: Comparator | null; recorded_at: string }

/** Stores the verdict on each of these results `r` that matches the condition, in which `v` is the new verdict; then judges pepsinogen and treated lipids. */
const judgeRows = async (scope: PatientScope, judging: Judging, rows: readonly Row[], condition: SQL) => {
  const verdicts = rows.map((row): Verdict & { id: number } => {
    const category = judging.byId.get(row.category_id)
    const verdict =
      category && row.value !== null
        ? verdictOn(category, category.versions, row, { value: row.value, comparator: row.comparator, recorded_at: row.recorded_at })
        : { status: null, range_id: null, is_serious: false }
    return { id: row.id, ...verdict }
  })
  if (rows.length)
    await scope.db.execute(sql`
      update ${scope.target(test_results)} r set status = v.status, range_id = v.range_id, is_serious = v.is_serious, is_judged = true
      from json_to_recordset(${JSON.stringify(verdicts)}::json) as v (id bigint, status smallint, range_id bigint, is_serious boolean)
      where r.id = v.id and ${condition}`)
  const pepsinogen = pepsinogenIds(judging)
  await judgePepsinogen(
    scope,
    judging,
    rows.filter((row) => pepsinogen.includes(row.category_id)).map((row) => row.id),
  )
  await judgeTreatedLipids(scope, judging, sql`r.id = any(${sql.param(rows.map((row) => row.id))}::bigint[])`)
}

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
  // skips rows that were written meanwhile: they were judged when they were written
  await judgeRows(scope, judging, rows, sql`not r.is_judged`)
  return rows.at(-1)?.id
}

/** Nobody releases a checkup while its values are derived again. */
const lockedPackages = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_packages.id })
    .from(rows(test_packages))
    .where(eq(test_packages.user_id, sql.placeholder('user_id')))
    .orderBy(asc(test_packages.id))
    .for('update'),
)

/**
 * Judges and derives all numeric results of a patient again. After a change of sex or birthday, and for a merge, which may also change
 * medicines. Withdraws the release of a checkup in which a derived value becomes critical. Locks the patient.
 */
export const judgeAgain = async (scope: PatientScope, user_id: number): Promise<void> => {
  const person = await lockPatient(scope, user_id)
  await lockedPackages(scope).execute({ user_id })
  const judging = await readJudging(scope.db)
  const { id, category_id, value, comparator, recorded_at, test_package_id } = test_results
  const is_released = sql<boolean>`exists (select from ${scope.from(test_packages, 'p')} where p.id = ${test_package_id} and p.released_at is not null)`
  // built per call: a merge of two patients and a change of sex or birthday are rare
  const rows = await scope.db
    .select({ id, category_id, value, comparator, recorded_at, test_package_id, is_released })
    .from(scope.rows(test_results))
    .where(and(eq(test_results.user_id, user_id), eq(test_results.type, numericType)))
    .orderBy(asc(id))
  const isDifferent = sql`(r.status, r.range_id, r.is_serious) is distinct from (v.status, v.range_id, v.is_serious)`
  for (let at = 0; at < rows.length; at += batchSize)
    await judgeRows(
      scope,
      judging,
      rows.slice(at, at + batchSize).map((row) => ({ ...row, ...person })),
      isDifferent,
    )
  for (const [package_id, results] of Map.groupBy(rows, (row) => row.test_package_id)) {
    const place = { user_id, test_package_id: package_id }
    const is_released = results.some((row) => row.is_released)
    await deriveOrWithdraw(scope, { place, person, judging, moments: results.map((row) => row.recorded_at), is_released })
  }
}
