import { type careRoles, isCareRole, type Role } from '@sukoyaka/wire/access'
import type { addCarePerson, CareTeamInput, handOverPatients, listCareTeams } from '@sukoyaka/wire/boards/admin/care-team'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { listCount } from '../../database/list-count.ts'
import { isNamed, nameTerms } from '../../database/name-search.ts'
import { countedPageOf, type Sized } from '../../database/page.ts'
import { conditionOf, equalTo, filtersOf, isGiven, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { peopleByIds } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { care_people } from '../patient/tables.ts'
import { tasks } from '../task/tables.ts'
import { orderOf } from './list-store.ts'

type Row = Reply<typeof addCarePerson>
type CareRole = (typeof careRoles)[number]

const columns = {
  id: care_people.id,
  user_id: care_people.user_id,
  staff_id: care_people.staff_id,
  role: care_people.role,
  main: care_people.main,
}

const withPeople = async (scope: PatientScope, rows: readonly Omit<Row, 'person' | 'user'>[]): Promise<Row[]> => {
  const people = await peopleByIds(
    scope.db,
    rows.flatMap(({ user_id, staff_id }) => [user_id, staff_id]),
  )
  return rows.map((row) => ({ ...row, person: people.get(row.user_id)!, user: people.get(row.staff_id)! }))
}

const { role, staff_id, user_id } = care_people
const conditions = { ...equalTo({ role, staff_id, user_id }), grams: isNamed(users.name_search, users.name_grams) }
const isPatient = eq(users.id, user_id)
// the join is needed only to search by name
const pagesOfTeams = patientQuery(({ db, rows }, given: string, sort: string) => {
  const found = db.select(columns).from(rows(care_people)).$dynamic()
  return (isGiven(given)('grams') ? found.innerJoin(users, isPatient) : found)
    .where(conditionOf(conditions, given))
    .orderBy(...orderOf({ id: care_people.id }, care_people.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
})
const countOfTeams = patientQuery(({ db, rows }, given: string) => {
  const counts = db.select({ count: sql<number>`count(*)::int` }).from(rows(care_people)).$dynamic()
  return (isGiven(given)('grams') ? counts.innerJoin(users, isPatient) : counts).where(conditionOf(conditions, given))
})

/** The care people of the patients in scope, the newest first unless sorted otherwise. */
export const allCareTeams = async (scope: PatientScope, { q, sort = '-id', page = 1, size, ...filters }: Input<typeof listCareTeams> & Sized) => {
  const values = { ...filters, ...nameTerms(q) }
  const given = filtersOf(values)
  const count = async () =>
    given || scope.own !== undefined ? (await countOfTeams(scope, given).execute(values))[0]!.count : listCount(scope.db, 'care_people')
  const found = await countedPageOf(page, (limits) => pagesOfTeams(scope, given, sort).execute({ ...values, ...limits }), count(), size)
  return { ...found, items: await withPeople(scope, found.items) }
}

const carePersonById = patientQuery(({ db, rows }) =>
  db
    .select(columns)
    .from(rows(care_people))
    .where(eq(care_people.id, sql.placeholder('id'))),
)

/** Throws 404. */
export const carePersonOf = async (scope: PatientScope, id: number): Promise<Row> => {
  const [found] = await withPeople(scope, await carePersonById(scope).execute({ id }))
  if (!found) throw apiError('not_found')
  return found
}

const activeAccount = preparedQuery((db) =>
  db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.deactivated_at)))
    .for('share'),
)

/** The role of an active account that cares for patients; undefined otherwise. Locks the account until the end of the transaction, so that its role stays. */
const careRoleOf = async (scope: PatientScope, id: number): Promise<CareRole | undefined> => {
  const [account] = await activeAccount(scope.db).execute({ id })
  return account && isCareRole(account.role) ? (account.role as CareRole) : undefined
}

/** Clears the main contact of this role: a patient has at most one per role. */
const clearMain = async (scope: PatientScope, user_id: number, role: CareRole) => {
  await scope
    .update(care_people)
    .set({ main: false })
    .where(and(eq(care_people.user_id, user_id), eq(care_people.role, role), eq(care_people.main, true)))
}

/** Throws 404 for somebody who is no patient, and 422 for a person who has no care role, is deactivated or cares for the patient already. */
export const insertCarePerson = async (scope: PatientScope, { user_id, staff_id, main }: CareTeamInput): Promise<Row> => {
  await requirePatient(scope, user_id)
  const role = await careRoleOf(scope, staff_id)
  assertValid({ staff_id: !role && 'not_allowed' })
  if (main) await clearMain(scope, user_id, role!)
  const [added] = await scope
    .insert(care_people)
    .values({ user_id, staff_id, role: role!, main })
    .onConflictDoNothing({ target: [care_people.user_id, care_people.staff_id] })
    .returning({ id: care_people.id })
  assertValid({ staff_id: !added && 'taken' })
  return carePersonOf(scope, added!.id)
}

/** Throws 404. */
export const updateCarePerson = async (scope: PatientScope, id: number, main: boolean): Promise<Row> => {
  const { user_id, role } = await carePersonOf(scope, id)
  if (main) await clearMain(scope, user_id, role)
  await scope.update(care_people).set({ main }).where(eq(care_people.id, id))
  return carePersonOf(scope, id)
}

/** Throws 404. */
export const deleteCarePerson = async (scope: PatientScope, id: number): Promise<null> => {
  await carePersonOf(scope, id)
  await scope.delete(care_people).where(eq(care_people.id, id))
  return null
}

/**
 * Hands the patients, open tasks and assigned conversations of a member of staff over to another. Throws 404 if the first has no care role and is in no care
 * team, 422 unless the other is active in the role that the first has in the care teams; of several roles, it hands over the patients of the other's role only.
 */
// built per call: an administrator's rare call
export const handOver = async (scope: PatientScope, { id, to_user_id }: Input<typeof handOverPatients>): Promise<Reply<typeof handOverPatients>> => {
  const { db } = scope
  const [from] = await db.select({ role: users.role }).from(users).where(eq(users.id, id))
  // somebody whose role changed may still be in care teams with the old one
  const { rows: teamRoles } = await db.execute<{ role: Role }>(sql`select distinct role from ${scope.from(care_people, 'c')} where staff_id = ${id}`)
  const roles: Role[] = teamRoles.length ? teamRoles.map((row) => row.role) : from && isCareRole(from.role) ? [from.role] : []
  if (!roles.length) throw apiError('not_found')
  const to = await careRoleOf(scope, to_user_id)
  assertValid({ to_user_id: (to_user_id === id || !to || !roles.includes(to)) && 'not_allowed' })
  const team = scope.target(care_people)
  // a successor who cares for a patient already becomes the main contact of the patient if the predecessor was
  const { rows: removed } = await db.execute<{ user_id: number; main: boolean }>(sql`
    delete from ${team} where staff_id = ${id} and role = ${to} and exists (select from ${scope.from(care_people, 'other')} where other.user_id = care_people.user_id and other.staff_id = ${to_user_id})
    returning user_id, main`)
  const promoted = removed.flatMap(({ user_id, main }) => (main ? [Number(user_id)] : []))
  if (promoted.length)
    await db.execute(sql`update ${team} set main = true, role = ${to} where staff_id = ${to_user_id} and user_id = any(${sql.param(promoted)}::bigint[])`)
  const moved = await scope
    .update(care_people)
    .set({ staff_id: to_user_id })
    .where(and(eq(care_people.staff_id, id), eq(care_people.role, to!)))
    .returning({ user_id: care_people.user_id })
  // the returned patients get the event of the change
  const handedTasks = await scope
    .update(tasks)
    .set({ assignee_id: to_user_id, updated_at: later(tasks.updated_at) })
    .where(and(eq(tasks.assignee_id, id), isNull(tasks.done_at)))
    .returning({ user_id: tasks.user_id })
  await scope
    .update(message_rooms)
    .set({ assignee_id: to_user_id })
    .where(eq(message_rooms.assignee_id, id))
    .returning({ patient_id: message_rooms.patient_id })
  return { patients: moved.length + removed.length, tasks: handedTasks.length }
}
