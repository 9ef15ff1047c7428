import { type Reading, roundedReading, type SexAndBirthday, type Verdict, verdictOn } from '@sukoyaka/rules/record/judge'
import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { patients } from '../patient/tables.ts'
import { deriveOrWithdraw } from './derived-store.ts'
import { hidePackage } from './hide-store.ts'
import { type Judging, lockPatient, numericType, readJudging, sexAndBirthdayOf } from './judging-store.ts'
import { judgePepsinogen, pepsinogenIds } from './pepsinogen-store.ts'
import { test_packages, test_results } from './tables.ts'
import { judgeTreatedLipids } from './treated-lipid-store.ts'

/** The next patients by id whose results a migration marked to be judged again. A merged patient waits for the undo of the merge. */
export const patientsToJudge = async (scope: PatientScope, afterId: number, max: number): Promise<number[]> => {
  // built per call: only the job runs it
  const rows = await scope.db
    .select({ user_id: patients.user_id })
    .from(scope.rows(patients))
    .where(and(eq(patients.judge_again, true), isNull(patients.merged_into), gt(patients.user_id, afterId)))
    .orderBy(asc(patients.user_id))
    .limit(max)
  return rows.map(({ user_id }) => user_id)
}

/** Notes that the results of a patient were judged again. */
export const setJudged = async (scope: PatientScope, user_id: number): Promise<void> => {
  await scope.update(patients).set({ judge_again: false }).where(eq(patients.user_id, user_id))
}

const batchSize = 1_000

type Row = Reading & { category_id: number; is_derived: boolean; recorded_at: string }

/** A measured value that was stored before values were rounded is rounded; a derived one is derived again afterwards. */
export const judgedAgain = ({ byId }: Judging, person: SexAndBirthday, row: Row): Reading & Verdict => {
  const category = byId.get(row.category_id)
  if (!category) return { ...row, status: null, range_id: null, is_serious: false }
  const reading = row.is_derived ? row : roundedReading(category, row)
  return { ...reading, ...verdictOn(category, category.versions, person, { ...reading, recorded_at: row.recorded_at }) }
}

/** Stores the reading and the verdict of each of these results of a patient, if they differ; then judges pepsinogen and treated lipids. */
const storeJudged = async (scope: PatientScope, judging: Judging, rows: readonly (Row & Verdict & { id: number })[]) => {
  await scope.db.execute(sql`
    update ${scope.target(test_results)} r set value = v.value, entered_value = v.entered_value, entered_unit = v.entered_unit,
      status = v.status, range_id = v.range_id, is_serious = v.is_serious, is_judged = true
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as v (id bigint, value double precision, entered_value double precision, entered_unit text, status smallint, range_id bigint, is_serious boolean)
    where r.id = v.id and (r.value, r.status, r.range_id, r.is_serious, r.is_judged) is distinct from (v.value, v.status, v.range_id, v.is_serious, true)`)
  const pepsinogen = pepsinogenIds(judging)
  await judgePepsinogen(
    scope,
    judging,
    rows.filter((row) => pepsinogen.includes(row.category_id)).map((row) => row.id),
  )
  await judgeTreatedLipids(scope, judging, sql`r.id = any(${sql.param(rows.map((row) => row.id))}::bigint[])`)
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

/** Judges and derives these results of a patient again, who is locked with the checkups. */
const judgeResults = async (scope: PatientScope, user_id: number, person: SexAndBirthday, matches?: SQL): Promise<void> => {
  const judging = await readJudging(scope.db)
  const { id, category_id, comparator, recorded_at, test_package_id, is_derived, is_serious, entered_value, entered_unit } = test_results
  const is_released = sql<boolean>`exists (select from ${scope.from(test_packages, 'p')} where p.id = ${test_package_id} and p.released_at is not null)`
  const value = sql<number>`${test_results.value}`
  // built per call: each of its callers is rare
  const rows = await scope.db
    .select({ id, category_id, value, comparator, recorded_at, test_package_id, is_derived, is_serious, entered_value, entered_unit, is_released })
    .from(scope.rows(test_results))
    .where(and(eq(test_results.user_id, user_id), eq(test_results.type, numericType), matches))
    .orderBy(asc(id))
  const judged = rows.map((row) => ({ ...row, wasSerious: row.is_serious, ...judgedAgain(judging, person, row) }))
  for (let at = 0; at < judged.length; at += batchSize) await storeJudged(scope, judging, judged.slice(at, at + batchSize))
  for (const [package_id, results] of Map.groupBy(judged, (row) => row.test_package_id)) {
    const place = { user_id, test_package_id: package_id }
    const wasReleased = results.some((row) => row.is_released)
    const isWithdrawn = package_id !== null && wasReleased && results.some((row) => row.is_serious && !row.wasSerious)
    if (isWithdrawn) await hidePackage(scope, package_id)
    const is_released = wasReleased && !isWithdrawn
    await deriveOrWithdraw(scope, { place, person, judging, moments: results.map((row) => row.recorded_at), is_released })
  }
}

/**
 * Judges and derives all numeric results of a patient again. After a change of sex or birthday, for patients whom a migration marked, and for a
 * merge, which may also change medicines. Withdraws the release of a checkup in which a value becomes critical. Locks the patient.
 */
export const judgeAgain = async (scope: PatientScope, user_id: number): Promise<void> => {
  const person = await lockPatient(scope, user_id)
  await lockedPackages(scope).execute({ user_id })
  await judgeResults(scope, user_id, person)
}

/** The same for the results of one checkup, after a correction of its date. The caller has locked the patient and the checkup. */
export const judgePackageAgain = async (scope: PatientScope, { id, user_id }: { id: number; user_id: number }): Promise<void> =>
  judgeResults(scope, user_id, await sexAndBirthdayOf(scope.db, user_id), eq(test_results.test_package_id, id))
