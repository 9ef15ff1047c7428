import { kanaKey } from '@sukoyaka/rules/person'
import type { comparePatients, listDuplicates, MergePatient, MergeWarning } from '@sukoyaka/wire/boards/admin/merge'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, eq, gt, isNull, max, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { pageOf } from '../../../database/page.ts'
import { isAnyOf, preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { sessions, users } from '../../account/tables.ts'
import { contracts } from '../../contract/tables.ts'
import { allergy_reactions } from '../../illness/tables.ts'
import { patients } from '../../patient/tables.ts'
import { countRows } from './move-store.ts'
import { ownedTables } from './owned-store.ts'

type Patient = MergePatient & { merged_into: number | null }

const people = patientQuery(({ db, rows }) =>
  db
    .select({
      ...{ id: users.id, role: users.role, icon: users.icon, email: users.email, phone_number: users.phone_number, address: users.address },
      ...{ first_name: users.first_name, last_name: users.last_name, first_name_kana: users.first_name_kana, last_name_kana: users.last_name_kana },
      ...{ birthday: users.birthday, sex: users.sex, created_at: users.created_at, updated_at: users.updated_at, deactivated_at: users.deactivated_at },
      is_registered: sql<boolean>`${users.password_hash} is not null`,
      merged_into: patients.merged_into,
    })
    .from(rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .where(isAnyOf(patients.user_id)),
)
const allergies = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: allergy_reactions.user_id, kind: allergy_reactions.kind, description: allergy_reactions.description })
    .from(rows(allergy_reactions))
    .where(and(isAnyOf(allergy_reactions.user_id), allergy_reactions.is_occured))
    .orderBy(allergy_reactions.kind),
)
const signIns = preparedQuery((db) =>
  db
    .select({
      user_id: sessions.user_id,
      last: max(sessions.created_at),
      open: sql<number>`(count(*) filter (where ${and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`))}))::int`,
    })
    .from(sessions)
    .where(isAnyOf(sessions.user_id))
    .groupBy(sessions.user_id),
)

/** These patients by id, with the data by which an administrator can tell whether they are one person. */
const patientsByIds = async (scope: PatientScope, ids: number[]): Promise<Map<number, Patient>> => {
  const [found, allergyRows, sessionRows] = [
    await people(scope).execute({ ids }),
    await allergies(scope).execute({ ids }),
    await signIns(scope.db).execute({ ids }),
  ]
  for (const { id } of found) scope.record(id)
  return new Map(
    found.map((row) => {
      const signedIn = sessionRows.find(({ user_id }) => user_id === row.id)
      const reactions = allergyRows.filter(({ user_id }) => user_id === row.id).map(({ kind, description }) => ({ kind, description }))
      return [row.id, { ...row, allergies: reactions, last_sign_in_at: signedIn?.last ?? null, open_sessions: signedIn?.open ?? 0 }]
    }),
  )
}

/** Kana in one spelling: サトー and サトウ are equal. Null without kana. */
const foldedKanaOf = (patient: MergePatient) => (patient.last_name_kana || patient.first_name_kana ? kanaKey(patient) : null)
const digitsOf = (zip: string | null | undefined) => zip?.replace(/\D/g, '') ?? ''
const swapped = (day: string) => `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`

const likenessesOf = (a: MergePatient, b: MergePatient): Reply<typeof comparePatients>['likenesses'] => {
  const isEqual = {
    kana: foldedKanaOf(a) !== null && foldedKanaOf(a) === foldedKanaOf(b),
    name: a.last_name === b.last_name && a.first_name === b.first_name,
    birthday: a.birthday !== null && a.birthday === b.birthday,
    birthday_swapped: a.birthday !== null && b.birthday !== null && a.birthday !== b.birthday && swapped(a.birthday) === b.birthday,
    sex: a.sex !== null && a.sex === b.sex,
    phone_number: a.phone_number !== null && a.phone_number === b.phone_number,
    address: digitsOf(a.address?.zip) !== '' && digitsOf(a.address?.zip) === digitsOf(b.address?.zip) && a.address?.street === b.address?.street,
  }
  return (Object.keys(isEqual) as (keyof typeof isEqual)[]).filter((name) => isEqual[name])
}

const differs = <T>(a: T | null, b: T | null) => a !== null && b !== null && a !== b

// built per call: an administrator's rare call
/** Whether both patients have a contract that has not ended, and the periods of the two overlap. */
const haveOverlappingContracts = async (scope: PatientScope, kept_id: number, duplicate_id: number): Promise<boolean> => {
  const endOf = (alias: string) => sql.raw(`coalesce(${alias}.ended_at, 'infinity')`)
  const { rowCount } = await scope.db.execute(sql`
    select from ${scope.from(contracts, 'a')} join ${scope.from(contracts, 'b')} on a.started_at < ${endOf('b')} and b.started_at < ${endOf('a')}
    where a.user_id = ${kept_id} and b.user_id = ${duplicate_id} and ${endOf('a')} > now() and ${endOf('b')} > now() limit 1`)
  return rowCount === 1
}

/** Why the administrator must confirm the merge; empty if they need not. */
export const warningsOf = async (scope: PatientScope, kept: MergePatient, duplicate: MergePatient): Promise<MergeWarning[]> => {
  const isDangerous: Record<MergeWarning, boolean> = {
    kana: differs(foldedKanaOf(kept), foldedKanaOf(duplicate)),
    birthday: differs(kept.birthday, duplicate.birthday),
    sex: differs(kept.sex, duplicate.sex),
    signed_in: duplicate.open_sessions > 0,
    contracts: await haveOverlappingContracts(scope, kept.id, duplicate.id),
  }
  return (Object.keys(isDangerous) as MergeWarning[]).filter((name) => isDangerous[name])
}

/** Both patients. Throws 404, and 422 if one of them was merged or both ids are the same. */
export const pairOf = async (scope: PatientScope, { kept_id, duplicate_id }: { kept_id: number; duplicate_id: number }) => {
  assertValid({ duplicate_id: kept_id === duplicate_id && 'twice' })
  const found = await patientsByIds(scope, [kept_id, duplicate_id])
  const [kept, duplicate] = [found.get(kept_id), found.get(duplicate_id)]
  if (!kept || !duplicate) throw apiError('not_found')
  if (kept.merged_into !== null || duplicate.merged_into !== null) throw apiError('already_merged')
  return { kept, duplicate }
}

export const compared = async (scope: PatientScope, input: Input<typeof comparePatients>): Promise<Reply<typeof comparePatients>> => {
  const { kept, duplicate } = await pairOf(scope, input)
  const tables = await ownedTables(scope.db)
  const [keptRows, duplicateRows] = [await countRows(scope, tables, kept.id), await countRows(scope, tables, duplicate.id)]
  const rowsIn = (counts: typeof keptRows, table: string) => counts.find((each) => each.table === table)?.rows ?? 0
  const names = [...new Set([...keptRows, ...duplicateRows].map(({ table }) => table))]
  return {
    ...{ kept, duplicate, likenesses: likenessesOf(kept, duplicate), warnings: await warningsOf(scope, kept, duplicate) },
    counts: names.map((table) => ({ table, kept: rowsIn(keptRows, table), duplicate: rowsIn(duplicateRows, table) })),
  }
}

/** Pairs whose kana match in any spelling and whose birthdays are the same or have month and day swapped; without merged patients and pairs marked as two people. */
// built per call: an administrator's rare call
export const duplicatesOf = async (scope: PatientScope, { page = 1 }: Input<typeof listDuplicates>): Promise<Reply<typeof listDuplicates>> => {
  const pairsOf = async ({ limit, offset }: { limit: number; offset: number }) => {
    const { rows } = await scope.db.execute<{ first_id: number; second_id: number; total_count: number }>(sql`
    select first_id, second_id, (count(*) over ())::int as total_count from similar_patients pairs
    where not exists (select from ${scope.from(patients, 'p')} where p.user_id in (first_id, second_id) and p.merged_into is not null)
      and not exists (select from distinct_patients d where d.first_id = pairs.first_id and d.second_id = pairs.second_id)
    order by first_id, second_id limit ${limit} offset ${offset}`)
    return rows
  }
  const { items: pairs, ...paged } = await pageOf(page, pairsOf)
  const found = await patientsByIds(scope, [...new Set(pairs.flatMap(({ first_id, second_id }) => [first_id, second_id]))])
  const items = pairs.map(({ first_id, second_id }) => {
    const [first, second] = [found.get(first_id)!, found.get(second_id)!]
    return { first, second, likenesses: likenessesOf(first, second) }
  })
  return { items, ...paged }
}
