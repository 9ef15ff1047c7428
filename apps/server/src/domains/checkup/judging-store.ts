import type { Measurable, SexAndBirthday, Version } from '@sukoyaka/rules/record/judge'
import { asc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { connectionOf, type Db, type Queryable } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { patients } from '../patient/tables.ts'
import { judging_version, reference_ranges, result_categories } from './tables.ts'

export const numericType = 0

export type JudgedCategory = Measurable & { id: number; name: string; is_active: boolean; versions: Version[] }
export type Judging = { byId: ReadonlyMap<number, JudgedCategory>; byName: ReadonlyMap<string, JudgedCategory> }

const allRanges = preparedQuery((db) => db.select().from(reference_ranges).orderBy(asc(reference_ranges.id)))
const judgedCategories = preparedQuery((db) => {
  const { id, name, unit, unit_display, decimals, value_labels, steps, possible, likely, serious, conversions, is_active } = result_categories
  return db
    .select({ id, name, unit, unit_display, decimals, value_labels, steps, possible, likely, serious, conversions, is_active })
    .from(result_categories)
    .where(eq(result_categories.type, numericType))
})

const judgingVersion = preparedQuery((db) => db.select({ version: judging_version.version }).from(judging_version))
const cache = new WeakMap<Queryable, { version: number; judging: Judging }>()

/**
 * The numeric categories with every version of their ranges, as needed to judge values. Read anew if a category or range changed since the last call; the
 * version is read in the transaction of the caller, so that its own changes count, too.
 */
export const readJudging = async (db: Db): Promise<Judging> => {
  const { version } = (await judgingVersion(db).execute())[0]!
  const { pool } = connectionOf(db)
  const cached = cache.get(pool)
  if (cached?.version === version) return cached.judging
  const judging = await selectJudging(db)
  cache.set(pool, { version, judging })
  return judging
}

const selectJudging = async (db: Db): Promise<Judging> => {
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
/** Checks no scope: the caller must have checked that the patient is in it. */
export const sexAndBirthdayOf = async (db: Db, user_id: number): Promise<SexAndBirthday> => (await sexAndBirthday(db).execute({ user_id }))[0]!

const lockedPatient = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: patients.user_id })
    .from(rows(patients))
    .where(eq(patients.user_id, sql.placeholder('user_id')))
    .for('no key update'),
)

/** Locks the patient until the end of the transaction, so that calls which compute from several of the patient's rows run one after the other. */
export const lockPatient = async (scope: PatientScope, user_id: number): Promise<SexAndBirthday> => {
  await requirePatient(scope, user_id)
  await lockedPatient(scope).execute({ user_id })
  return sexAndBirthdayOf(scope.db, user_id)
}
