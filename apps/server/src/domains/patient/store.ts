import type { Input } from '@sukoyaka/wire/endpoint'
import type { listPatients } from '@sukoyaka/wire/people/patient'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { listCount } from '../../database/list-count.ts'
import { isNamed, nameTerms } from '../../database/name-search.ts'
import { countedPageOf } from '../../database/page.ts'
import { filtersOf, isAnyOf, isGiven } from '../../database/prepared.ts'
import { personColumns, userColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from './require-store.ts'
import { care_people, patients } from './tables.ts'

/** SQL condition: the patient has a main doctor for whom `condition` holds. */
export const hasMainDoctor = (source: PatientSource, patient_id: SQL | typeof patients.user_id, condition: SQL): SQL =>
  sql`exists (select from ${source.rows(care_people)} where ${care_people.user_id} = ${patient_id} and ${care_people.main} and ${care_people.role} = 'doctor' and ${condition})`

const countInScope = patientQuery(({ db, rows }) => db.select({ n: sql<number>`count(*)::int` }).from(rows(patients)).where(isNull(patients.merged_into)))

/** Number of patients in the scope, without merged ones. */
export const patientCount = async (scope: PatientScope): Promise<number> =>
  scope.own === undefined ? listCount(scope.db, 'patients') : (await countInScope(scope).execute())[0]!.n

type ListFilters = {
  id?: number | undefined
  ids?: number[] | undefined
  grams?: string[] | undefined
  patterns?: string[] | undefined
  actor_id?: number | undefined
}

const listed = (source: PatientSource, filters: string) => {
  const has = isGiven(filters)
  return and(
    isNull(patients.merged_into),
    has('id') ? eq(patients.user_id, sql.placeholder('id')) : undefined,
    has('ids') ? isAnyOf(patients.user_id) : undefined,
    has('grams') ? isNamed(users.name_search, users.name_grams) : undefined,
    has('actor_id') ? hasMainDoctor(source, patients.user_id, sql`${care_people.staff_id} = ${sql.placeholder('actor_id')}`) : undefined,
  )
}
const pageOfList = patientQuery((source, filters: string) =>
  source.db
    .select(userColumns)
    .from(source.rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .where(listed(source, filters))
    .orderBy(asc(users.kana_key), asc(users.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const countOfList = patientQuery((source, filters: string) => {
  const counted = source.db.select({ n: sql<number>`count(*)::int` }).from(source.rows(patients)).$dynamic()
  return (isGiven(filters)('grams') ? counted.innerJoin(users, eq(users.id, patients.user_id)) : counted).where(listed(source, filters))
})

export const patientsOf = async (scope: PatientScope, actor: Actor, { q, role, page = 1 }: Input<typeof listPatients>) => {
  const query = typeof q === 'string' ? { full_name_cont: q } : q
  const given: ListFilters = {
    id: query?.id_eq,
    ids: query?.id_in,
    ...nameTerms(query?.full_name_cont),
    actor_id: role === 'main_doctor' ? actor.id : undefined,
  }
  const filters = filtersOf(given)
  const count = filters
    ? countOfList(scope, filters)
        .execute(given)
        .then((rows) => rows[0]!.n)
    : patientCount(scope)
  const found = await countedPageOf(page, (window) => pageOfList(scope, filters).execute({ ...given, ...window }), count)
  for (const { id } of found.items) scope.record(id)
  return found
}

/** The columns by which lists of several patients name each of them, and the phone number for urgent contacts. */
export const namedPatients = patientQuery(({ db, own }) =>
  db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      first_name_kana: users.first_name_kana,
      last_name_kana: users.last_name_kana,
      icon: users.icon,
      birthday: users.birthday,
      sex: users.sex,
      phone_number: users.phone_number,
    })
    .from(users)
    .where(and(isAnyOf(users.id), own && eq(users.id, own))),
)

const careTeams = patientQuery(({ db, rows }) =>
  db
    .select({
      id: care_people.id,
      user_id: care_people.user_id,
      staff_id: care_people.staff_id,
      role: care_people.role,
      main: care_people.main,
      user: personColumns,
    })
    .from(rows(care_people))
    .innerJoin(users, eq(users.id, care_people.staff_id))
    .where(isAnyOf(care_people.user_id))
    .orderBy(
      asc(care_people.user_id),
      desc(care_people.main),
      sql`array_position(array['doctor', 'nurse', 'nutritionist', 'trainer', 'concierge', 'observer'], ${care_people.role})`,
      asc(care_people.id),
    )
    .limit(1000),
)

/** Care teams of several patients, patient by patient: main people first, then by role in a fixed order. At most 1000 rows. */
export const careTeamsOf = (scope: PatientScope, user_ids: number[]) => careTeams(scope).execute({ ids: user_ids })

export const careTeamOf = async (scope: PatientScope, user_id: number) => {
  await requirePatient(scope, user_id)
  return careTeamsOf(scope, [user_id])
}
