import { type Measurable, type SexAndBirthday, type Verdict, type Version, verdictOn } from '@sukoyaka/rules/record/judge'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { patients } from '../patient/tables.ts'
import { judgePepsinogen, pepsinogenIds } from './pepsinogen-store.ts'
import { reference_ranges, result_categories, test_results } from './tables.ts'

export const numericType = 0

export type JudgedCategory = Measurable & { id: number; name: string; versions: Version[] }
export type Judging = { byId: ReadonlyMap<number, JudgedCategory>; byName: ReadonlyMap<string, JudgedCategory> }

const allRanges = preparedQuery((db) => db.select().from(reference_ranges).orderBy(asc(reference_ranges.id)))
const judgedCategories = preparedQuery((db) => {
  const { id, name, unit, unit_display, decimals, possible, likely, serious, conversions } = result_categories
  return db
    .select({ id, name, unit, unit_display, decimals, possible, likely, serious, conversions })
    .from(result_categories)
    .where(eq(result_categories.type, numericType))
})

/** The categories with every version of their ranges, as needed to judge values. */
export const readJudging = async (db: Db): Promise<Judging> => {
  const versions = Map.groupBy(await allRanges(db).execute(), ({ category_id }) => category_id)
  const rows = await judgedCategories(db).execute()
  const categories = rows.map((row) => ({ ...row, versions: versions.get(row.id) ?? [] }))
  return { byId: new Map(categories.map((category) => [category.id, category])), byName: new Map(categories.map((category) => [category.name, category])) }
}

const sexAndBirthday = preparedQuery((db) =>
  db
    .select({ sex: users.sex, birthday: users.birthday })
    .from(users)
    .where(eq(users.id, sql.placeholder('user_id'))),
)
/** The caller has checked that the patient is in scope. */
export const sexAndBirthdayOf = async (db: Db, user_id: number): Promise<SexAndBirthday> => (await sexAndBirthday(db).execute({ user_id }))[0]!

const lockedPatient = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: patients.user_id })
    .from(rows(patients))
    .where(eq(patients.user_id, sql.placeholder('user_id')))
    .for('no key update'),
)

/** Locks the patient until the end of the transaction, so that derived values are computed by one call after the other. */
export const lockPatient = async (scope: PatientScope, user_id: number): Promise<SexAndBirthday> => {
  await requirePatient(scope, user_id)
  await lockedPatient(scope).execute({ user_id })
  return sexAndBirthdayOf(scope.db, user_id)
}

// built per call: only the job runs it
export const hasUnjudged = async (scope: PatientScope): Promise<boolean> =>
  (await scope.db.select({ id: test_results.id }).from(scope.rows(test_results)).where(eq(test_results.is_judged, false)).limit(1)).length > 0

const batchSize = 1_000

/** Judges the next unjudged results by id; returns the last id, undefined if none is left. */
export const judgeNext = async (scope: PatientScope, judging: Judging, afterId: number): Promise<number | undefined> => {
  const { id, category_id, value, recorded_at } = test_results
  // built per call: only the job runs it
  const rows = await scope.db
    .select({ id, category_id, value, recorded_at, sex: users.sex, birthday: users.birthday })
    .from(scope.rows(test_results))
    .innerJoin(users, eq(users.id, test_results.user_id))
    .where(and(eq(test_results.is_judged, false), gt(test_results.id, afterId)))
    .orderBy(asc(test_results.id))
    .limit(batchSize)
  const verdicts = rows.map((row): Verdict & { id: number } => {
    const category = judging.byId.get(row.category_id)
    const verdict =
      category && row.value !== null
        ? verdictOn(category, category.versions, row, { value: row.value, recorded_at: row.recorded_at })
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
  return rows.at(-1)?.id
}
