import { isReached } from '@sukoyaka/rules/boards/today'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { addUrgentContact, UrgentContact } from '@sukoyaka/wire/boards/urgent-contact'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { peopleByIds } from '../account/store.ts'
import { lockPatient } from '../checkup/judging-store.ts'
import { test_packages, test_results, urgent_contacts } from '../checkup/tables.ts'
import { isTold, toldContacts } from '../checkup/told-store.ts'
import { mayDoTasks, removeUntouchedTask } from '../task/store.ts'

type Row = typeof urgent_contacts.$inferSelect
export type ContactAbout = UrgentContact & Pick<Row, 'result_ids'>

const withPeople = async (scope: PatientScope, rows: Row[]): Promise<ContactAbout[]> => {
  if (!rows.length) return []
  const ids = [...new Set(rows.flatMap(({ contacted_by, handed_to }) => [contacted_by, ...(handed_to === null ? [] : [handed_to])]))]
  const people = await peopleByIds(scope.db, ids)
  return rows.map((row) => {
    scope.record(row.user_id)
    return { ...row, contacted_by: people.get(row.contacted_by)!, handed_to: row.handed_to === null ? null : people.get(row.handed_to)! }
  })
}

const contacts = patientQuery(({ db, rows }, key: 'id' | 'user_id') =>
  db
    .select(columnsOf(urgent_contacts))
    .from(rows(urgent_contacts))
    .where(isAnyOf(urgent_contacts[key]))
    .orderBy(asc(urgent_contacts.contacted_at), asc(urgent_contacts.id)),
)

/** All contacts of these patients, oldest first. */
export const contactsOf = async (scope: PatientScope, user_ids: number[]): Promise<ContactAbout[]> =>
  user_ids.length ? withPeople(scope, await contacts(scope, 'user_id').execute({ ids: user_ids })) : []

export const contactsByIds = async (scope: PatientScope, ids: number[]): Promise<UrgentContact[]> =>
  withPeople(scope, await contacts(scope, 'id').execute({ ids }))

/** Stores a contact about the results. Throws `invalid` for a future time, for other people who may not do tasks, and if `handed_to` does not fit `outcome`. */
export const insertContact = async (
  scope: PatientScope,
  actor: Actor,
  { user_id, version, outcome, contacted_at, contacted_by = actor.id, handed_to = null, note = '' }: Input<typeof addUrgentContact>,
  { result_ids, now }: { result_ids: number[]; now: Date },
): Promise<UrgentContact> => {
  const isHandedOver = outcome === 'handed_over'
  assertValid({
    contacted_at: contacted_at !== undefined && Date.parse(contacted_at) > now.getTime() && 'in_future',
    contacted_by: contacted_by !== actor.id && !(await mayDoTasks(scope.db, contacted_by)) && 'not_allowed',
    handed_to:
      isHandedOver === (handed_to === null)
        ? isHandedOver
          ? 'required'
          : 'not_allowed'
        : handed_to !== null && !(await mayDoTasks(scope.db, handed_to)) && 'not_allowed',
  })
  const [added] = await scope
    .insert(urgent_contacts)
    .values({
      user_id,
      result_ids,
      version,
      outcome,
      contacted_at: contacted_at ?? now.toISOString(),
      contacted_by,
      handed_to,
      note: normalizeText(note),
      created_by: actor.id,
    })
    .returning()
  return (await withPeople(scope, [added!]))[0]!
}

const fromIn =
  (scope: PatientScope): PatientSource['from'] =>
  (table, alias) =>
    scope.from(table, alias)

/** Sets the day of the call on the checkups of these results that have none, if the patient was now told of all critical values of the checkup. */
export const markInformed = async (scope: PatientScope, { user_id, result_ids, called_on }: { user_id: number; result_ids: number[]; called_on: string }) => {
  const serious = sql`select r.test_package_id from ${scope.from(test_results, 'r')} where r.user_id = ${user_id} and r.is_serious`
  await scope
    .update(test_packages)
    .set({ called_on })
    .where(
      and(
        eq(test_packages.user_id, user_id),
        isNull(test_packages.called_on),
        sql`${test_packages.id} in (${serious} and r.id = any(${sql.param(result_ids)}))`,
        sql`${test_packages.id} not in (${serious} and r.test_package_id is not null and not ${isTold(fromIn(scope), 'r')})`,
      ),
    )
}

/** Clears the day of the call of unreleased checkups of these patients that have a critical value of which the patient was not told. */
export const clearOutdatedCalls = async (scope: PatientScope, user_ids: number[]) =>
  scope
    .update(test_packages)
    // a new version, so that an open dialog drops the day
    .set({ called_on: null, updated_at: later(test_packages.updated_at) })
    .where(
      and(
        inArray(test_packages.user_id, user_ids),
        isNotNull(test_packages.called_on),
        isNull(test_packages.released_at),
        sql`exists (select from ${scope.from(test_results, 'r')} where r.test_package_id = ${test_packages.id} and r.is_serious and not ${isTold(fromIn(scope), 'r')})`,
      ),
    )

export const setTask = (scope: PatientScope, id: number, task_id: number) => scope.update(urgent_contacts).set({ task_id }).where(eq(urgent_contacts.id, id))

/** The day on which, by the stored contacts, the patient was told of the last critical value of the checkup `test_packages`; null if one was not told. */
const toldOn = (scope: PatientScope) => {
  const from = fromIn(scope)
  return sql`(select case when bool_and(told.at is not null) then max((told.at at time zone 'Asia/Tokyo')::date) end
    from ${from(test_results, 'r')}, lateral (select min(k.contacted_at) as at from ${toldContacts(from, 'r')}) told
    where r.test_package_id = ${test_packages.id} and r.is_serious)`
}

/** Checkups that are not released and took their day of the call from the contact get the day of the remaining contacts. */
const withdrawCall = async (scope: PatientScope, { user_id, contacted_at, result_ids }: Row) =>
  scope
    .update(test_packages)
    // a new version, so that an open dialog drops the day
    .set({ called_on: toldOn(scope), updated_at: later(test_packages.updated_at) })
    .where(
      and(
        eq(test_packages.user_id, user_id),
        eq(test_packages.called_on, tokyoDay(contacted_at)),
        isNull(test_packages.released_at),
        inArray(
          test_packages.id,
          sql`(select r.test_package_id from ${scope.from(test_results, 'r')} where r.user_id = ${user_id} and r.id = any(${sql.param(result_ids)}))`,
        ),
      ),
    )

/** Also withdraws what followed from the contact: the day of the call of checkups, and the task of a hand-over unless somebody has worked on it. */
export const removeContact = async (scope: PatientScope, id: number): Promise<null> => {
  const [existing] = await contacts(scope, 'id').execute({ ids: [id] })
  if (!existing) throw apiError('not_found')
  await lockPatient(scope, existing.user_id)
  const [removed] = await scope.delete(urgent_contacts).where(eq(urgent_contacts.id, id)).returning()
  if (!removed) throw apiError('not_found')
  scope.record(removed.user_id)
  if (isReached(removed.outcome)) await withdrawCall(scope, removed)
  if (removed.task_id !== null) await removeUntouchedTask(scope, removed.task_id)
  return null
}
