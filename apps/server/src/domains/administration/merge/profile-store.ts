import { type MergeField, mergeFields } from '@sukoyaka/wire/boards/admin/merge'
import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { allergy_reactions } from '../../illness/tables.ts'
import { line_accounts } from '../../line-account/tables.ts'
import { message_rooms, message_unreads, messages, room_presences } from '../../message/tables.ts'
import { care_people } from '../../patient/tables.ts'
import { payment_sources, stripe_customers } from '../../payment/tables.ts'
import { today_items } from '../../today/tables.ts'
import { changeRows, type Move, removeRows } from './move-store.ts'
import { patient_merge_changes } from './tables.ts'

/** The columns of `users` by part of the profile. */
const columnsOf: Record<MergeField, readonly string[]> = {
  name: ['first_name', 'last_name', 'first_name_kana', 'last_name_kana', 'name_search', 'name_grams', 'kana_key'],
  birthday: ['birthday'],
  sex: ['sex'],
  email: ['email'],
  phone_number: ['phone_number'],
  address: ['address'],
  icon: ['icon'],
}
const account = { name: 'users', key: ['id'] }
const allergy = { name: 'allergy_reactions', key: ['id'] }

/**
 * The group in which an undo restores a column: parts of the profile, and all of an allergy. An allergy of which somebody wrote a part since would else be mixed
 * with what the patient had before, such as "none" with a description.
 */
export const groupOf = (table: string, column: string): string => {
  if (table === allergy.name) return table
  return (table === account.name && mergeFields.find((field) => columnsOf[field].includes(column))) || column
}

const later = sql`updated_at = greatest(now(), t.updated_at + interval '1 millisecond')`

/**
 * Deactivates the duplicate and frees its e-mail address, telephone number and LINE account, which nobody else could use: whoever has them uses the kept account
 * from now on. LINE is not linked to it, because a link opens the record to whoever has the LINE account.
 */
export const closeDuplicate = async (scope: PatientScope, { merge_id, from }: Move, take: readonly MergeField[]) => {
  const set = [
    ...[sql`deactivated_at = coalesce(t.deactivated_at, now())`, sql`email = ${`merged-${from}@merged.invalid`}`, sql`phone_number = null`, later],
    ...(take.includes('icon') ? [sql`icon = null`] : []),
  ]
  await changeRows(scope, { merge_id, ...account }, sql.join(set, sql`, `), sql``, sql`t.id = ${from}`)
  await removeRows(scope, { merge_id, table: line_accounts }, sql`t.user_id = ${from}`)
}

/** Copies the chosen parts of the profile to the kept patient, with their values before `closeDuplicate`. */
export const takeFields = async (scope: PatientScope, { merge_id, from, to }: Move, take: readonly MergeField[]) => {
  if (!take.length) return
  const columns = take.flatMap((field) => columnsOf[field])
  const set = columns.map((column) => sql`${sql.identifier(column)} = d.${sql.identifier(column)}`)
  const before = sql`, (select (jsonb_populate_record(u.*, c.before)).* from users u join ${scope.from(patient_merge_changes, 'c')} on c.merge_id = ${merge_id} and c.table_name = 'users' and (c.before ->> 'id')::bigint = u.id where u.id = ${from}) d`
  await changeRows(scope, { merge_id, ...account }, sql.join([...set, later], sql`, `), before, sql`t.id = ${to}`)
}

/** A patient has one row per kind of allergy: two descriptions are joined, an allergy prevails over "none", and of two answers "none" the later one counts. */
const uniteAllergies = (scope: PatientScope, { merge_id, from, to }: Move) =>
  changeRows(
    scope,
    { merge_id, ...allergy },
    sql`confirmed_at = greatest(t.confirmed_at, d.confirmed_at), confirmed_by = case when t.is_occured then null when d.confirmed_by = ${from} then ${to} else d.confirmed_by end, is_occured = t.is_occured or d.is_occured, ${later},
      description = case when not d.is_occured then t.description when t.is_occured and d.description <> t.description then concat_ws(${'、'}, nullif(t.description, ''), nullif(d.description, '')) else d.description end`,
    sql`, ${scope.from(allergy_reactions, 'd')}`,
    sql`t.user_id = ${to} and d.user_id = ${from} and d.kind = t.kind and case when d.is_occured then not t.is_occured or d.description <> t.description or t.confirmed_by = ${to} and d.confirmed_by is distinct from ${from} else not t.is_occured and d.confirmed_at > t.confirmed_at end`,
  )

const uniteConversations = async (scope: PatientScope, { merge_id, from, to }: Move) => {
  const newest = sql`(select m.id, m.published_at from ${scope.from(messages, 'm')} where m.patient_id = ${to} and m.deleted_at is null order by m.id desc limit 1)`
  await changeRows(
    scope,
    { merge_id, name: 'message_rooms', key: ['id'] },
    sql`last_message_id = n.id, last_message_at = n.published_at, unresponded_since = least(t.unresponded_since, d.unresponded_since), assignee_id = coalesce(t.assignee_id, d.assignee_id)`,
    sql`, ${scope.from(message_rooms, 'd')}, ${newest} n`,
    sql`t.patient_id = ${to} and d.patient_id = ${from}`,
  )
  await changeRows(
    scope,
    { merge_id, name: 'message_unreads', key: ['user_id', 'patient_id'] },
    sql`unread_count = t.unread_count + d.unread_count, last_read_message_id = least(t.last_read_message_id, d.last_read_message_id)`,
    sql`, ${scope.from(message_unreads, 'd')}`,
    sql`t.patient_id = ${to} and d.patient_id = ${from} and t.user_id = case when d.user_id = ${from} then ${to} else d.user_id end and d.unread_count > 0`,
  )
}

/**
 * Main contacts of the duplicate did not move if the kept patient has another one of their role. Moves them to the kept patient, but not as main contacts,
 * unless they are in the team already.
 */
const uniteCareTeams = (scope: PatientScope, { merge_id, from, to }: Move) =>
  changeRows(
    scope,
    { merge_id, name: 'care_people', key: ['id'] },
    sql`user_id = ${to}, main = false`,
    sql``,
    sql`t.user_id = ${from} and not exists (select from ${scope.from(care_people, 'o')} where o.user_id = ${to} and o.staff_id = t.staff_id)`,
  )

/**
 * Call it after the rows moved. Unites the allergies, the care teams and the conversations of both patients, and removes the rows that would show the duplicate
 * in lists.
 */
export const uniteRows = async (scope: PatientScope, move: Move) => {
  const { merge_id, from } = move
  await uniteAllergies(scope, move)
  await uniteCareTeams(scope, move)
  await uniteConversations(scope, move)
  const listed = [
    ...[message_rooms, message_unreads, room_presences].map((table) => ({ table, owner: sql`t.patient_id` })),
    ...[today_items, care_people].map((table) => ({ table, owner: sql`t.user_id` })),
  ]
  for (const { table, owner } of listed) await removeRows(scope, { merge_id, table: scope.target(table) }, sql`${owner} = ${from}`)
}

/**
 * Call it before the rows move. A card belongs to one customer at Stripe: if the duplicate’s card will move, its customer must move too, so the kept patient’s
 * customer, which has no card, is removed.
 */
export const freeCustomer = (scope: PatientScope, { merge_id, from, to }: Move) => {
  const has = (table: typeof payment_sources | typeof stripe_customers, id: number) =>
    sql`exists (select from ${scope.from(table, 'o')} where o.user_id = ${id})`
  const moves = sql`${has(payment_sources, from)} and ${has(stripe_customers, from)} and not ${has(payment_sources, to)}`
  return removeRows(scope, { merge_id, table: scope.target(stripe_customers) }, sql`t.user_id = ${to} and ${moves}`)
}

export const hasSavedCard = async (scope: PatientScope, user_id: number): Promise<boolean> => {
  // built per call: an administrator's rare call
  const { rows } = await scope.db.execute(sql`select from ${scope.from(payment_sources, 's')} where s.user_id = ${user_id}`)
  return rows.length > 0
}
