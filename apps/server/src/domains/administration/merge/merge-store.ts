import type { Tag } from '@sukoyaka/wire/all'
import { type listMerges, type Merge, type MergeField, type mergePatients, undoDays } from '@sukoyaka/wire/boards/admin/merge'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import { violatedUniqueOf } from '../../../database/db.ts'
import { countedPageOf } from '../../../database/page.ts'
import { apiError } from '../../../errors/api-error.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { removeDevices } from '../../account/own-browser-store.ts'
import { peopleByIds } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { judgeAgain } from '../../checkup/judge-all-store.ts'
import { data_exports } from '../../data-export/tables.ts'
import { markUnitedDays } from '../../device/dirty-store.ts'
import { forgetMergeNotice, notifyOfMerge } from '../../notification/merge-store.ts'
import { patients } from '../../patient/tables.ts'
import { stripe_customers } from '../../payment/tables.ts'
import { checkup_reports } from '../../report/tables.ts'
import { pairOf, warningsOf } from './duplicate-store.ts'
import { hideChanged, judgeUnited } from './judge-store.ts'
import { countRows, moveBack, moveRows, restoreChanges, restoreRemoved } from './move-store.ts'
import { ownedTables } from './owned-store.ts'
import { closeDuplicate, freeCustomer, groupOf, hasSavedCard, takeFields, uniteRows } from './profile-store.ts'
import { patient_merge_changes, patient_merge_rows, patient_merges } from './tables.ts'

type MergeRow = typeof patient_merges.$inferSelect

const withPeople = async (scope: PatientScope, rows: readonly MergeRow[]): Promise<Merge[]> => {
  const ids = rows.flatMap(({ kept_id, duplicate_id, merged_by, undone_by }) => [kept_id, duplicate_id, merged_by, ...(undone_by === null ? [] : [undone_by])])
  const people = await peopleByIds(scope.db, [...new Set(ids)])
  const person = (id: number) => people.get(id)!
  return rows.map(({ kept_id, duplicate_id, merged_by, undone_by, ...row }) => ({
    ...row,
    kept: person(kept_id),
    duplicate: person(duplicate_id),
    merged_by: person(merged_by),
    undone_by: undone_by === null ? null : person(undone_by),
  }))
}

// built per call: an administrator's rare call
export const mergesOf = async (scope: PatientScope, { page = 1 }: Input<typeof listMerges>): Promise<Reply<typeof listMerges>> => {
  const found = await countedPageOf<MergeRow>(
    page,
    scope.db.select().from(scope.rows(patient_merges)).orderBy(desc(patient_merges.id)).$dynamic(),
    scope.count(patient_merges),
  )
  for (const { duplicate_id } of found.items) scope.record(duplicate_id)
  return { ...found, items: await withPeople(scope, found.items) }
}

// built per call: an administrator's rare call
/** Locks both patients: inserts of rows that refer to them wait, because the check of a foreign key locks the patient. */
const lockPatients = (scope: PatientScope, ids: number[]) =>
  scope.db.select({ user_id: patients.user_id }).from(scope.rows(patients)).where(inArray(patients.user_id, ids)).orderBy(patients.user_id).for('update')

// built per call: an administrator's rare call
/**
 * Locks the pair. Throws 404; 409 unless both are as the administrator saw them; 422 if one is merged or they are the same, the kept one is deactivated, the
 * reason is missing, or warnings are not confirmed.
 */
const lockedPair = async (scope: PatientScope, input: Input<typeof mergePatients>) => {
  const { kept_id, duplicate_id, kept_updated_at, duplicate_updated_at, confirmation } = input
  await lockPatients(scope, [kept_id, duplicate_id])
  await scope.db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [kept_id, duplicate_id]))
    .orderBy(users.id)
    .for('update')
  const { kept, duplicate } = await pairOf(scope, input)
  if (kept.updated_at !== kept_updated_at || duplicate.updated_at !== duplicate_updated_at) throw apiError('conflict')
  const needsConfirmation = (await warningsOf(scope, kept, duplicate)).length > 0
  assertValid({
    kept_id: kept.deactivated_at !== null && 'not_allowed',
    reason: !normalizeText(input.reason) && 'required',
    confirmation: needsConfirmation && confirmation?.normalize('NFKC').trim() !== String(duplicate_id) && (confirmation ? 'not_allowed' : 'required'),
  })
}

const staffTags: Tag[] = [
  'kartes',
  'tasks',
  'today',
  'held_releases',
  'lipid_risks',
  'message_notes',
  'message_pins',
  'passed_products',
  'urgent_contacts',
  'auto_minutes',
]

/** Publishes the tags that only staff receive. The endpoint declares the tags that patients may receive too. */
const publishStaff = async ({ db }: PatientScope, { kept_id, duplicate_id }: { kept_id: number; duplicate_id: number }) => {
  for (const id of [kept_id, duplicate_id]) await publishPatientEvent(db, id, staffTags)
}

/**
 * Moves the records of the duplicate to the kept patient, as far as unique indexes allow, and deactivates the duplicate; in the transaction of the scope.
 * Throws as `lockedPair` does.
 */
export const merge = async (scope: PatientScope, actor_id: number, input: Input<typeof mergePatients>): Promise<Merge> => {
  const { db } = scope
  const { kept_id, duplicate_id, take, reason } = input
  await lockedPair(scope, input)
  const [added] = await scope
    .insert(patient_merges)
    .values({
      ...{ kept_id, duplicate_id, reason: normalizeText(reason), taken: take as MergeField[], merged_by: actor_id },
      undo_until: sql`now() + ${`${undoDays} days`}::interval`,
    })
    .returning({ id: patient_merges.id })
  const move = { merge_id: added!.id, from: duplicate_id, to: kept_id }
  const tables = await ownedTables(db)
  await freeCustomer(scope, move)
  const moved = await moveRows(scope, tables, move)
  await uniteRows(scope, move)
  const stayed = await countRows(scope, tables, duplicate_id)
  await closeDuplicate(scope, move, take)
  await takeFields(scope, move, take)
  await judgeUnited(scope, move)
  await markUnitedDays(scope, kept_id, duplicate_id)
  await removeDevices(db, duplicate_id)
  await notifyOfMerge(scope, { patient_id: kept_id, record_id: move.merge_id, actor_id })
  await publishStaff(scope, input)
  await scope.update(patients).set({ merged_into: kept_id }).where(eq(patients.user_id, duplicate_id))
  const [merged] = await scope.update(patient_merges).set({ moved, stayed }).where(eq(patient_merges.id, move.merge_id)).returning()
  scope.record(duplicate_id)
  return (await withPeople(scope, [merged!]))[0]!
}

/**
 * Undoes what a merge changed and moves its rows back. Throws 404, and 422 if the merge was undone before, it is too late, a later merge must be undone first,
 * or a unique value is used by another row meanwhile.
 */
export const undo = async (scope: PatientScope, actor_id: number, id: number): Promise<Merge> => {
  const { db } = scope
  // built per call: an administrator's rare call
  const [existing] = await db.select().from(scope.rows(patient_merges)).where(eq(patient_merges.id, id)).for('update')
  if (!existing) throw apiError('not_found')
  const { kept_id, duplicate_id } = existing
  await lockPatients(scope, [kept_id, duplicate_id])
  const [undone] = await scope
    .update(patient_merges)
    .set({ undone_at: sql`now()`, undone_by: actor_id })
    .where(and(eq(patient_merges.id, id), isNull(patient_merges.undone_at), sql`${patient_merges.undo_until} > now()`))
    .returning()
  if (!undone) throw apiError('undo_over')
  // built per call: an administrator's rare call
  const [kept] = await db.select({ merged_into: patients.merged_into }).from(scope.rows(patients)).where(eq(patients.user_id, kept_id))
  if (kept?.merged_into !== null) throw apiError('undo_later_first')
  const tables = await ownedTables(db)
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  try {
    // copies that may have records of both people: the exports of both, and the reports since the merge
    await scope.delete(data_exports).where(inArray(data_exports.user_id, [kept_id, duplicate_id]))
    await scope.delete(checkup_reports).where(and(eq(checkup_reports.user_id, kept_id), gte(checkup_reports.created_at, existing.merged_at)))
    await restoreChanges(scope, id, { keyOf: (table) => keys.get(table) ?? ['id'], groupOf })
    await hideChanged(scope, existing)
    await moveBack(scope, tables, { merge_id: id, from: kept_id, to: duplicate_id })
    const { rowCount: restoredCount } = await restoreRemoved(scope, { merge_id: id, table: scope.target(stripe_customers) })
    // a card saved since belongs to the customer that goes back to the duplicate
    if (restoredCount && (await hasSavedCard(scope, kept_id))) throw apiError('undo_blocked')
  } catch (error) {
    throw violatedUniqueOf(error) === undefined ? error : apiError('undo_blocked')
  }
  await markUnitedDays(scope, kept_id, duplicate_id)
  await markUnitedDays(scope, duplicate_id, kept_id)
  await forgetMergeNotice(scope, id)
  await publishStaff(scope, existing)
  await scope.update(patients).set({ merged_into: null }).where(eq(patients.user_id, duplicate_id))
  // what was entered since was judged by the sex, birthday and medicines of the united record
  for (const user_id of [kept_id, duplicate_id]) await judgeAgain(scope, user_id)
  scope.record(duplicate_id)
  return (await withPeople(scope, [undone]))[0]!
}

/** Deletes what was recorded for an undo, of merges that were undone or can no longer be undone. Returns the number of deleted rows. */
export const forgetMerges = async (scope: PatientScope): Promise<number> => {
  const isOver = sql`merge_id in (select id from ${scope.from(patient_merges, 'm')} where m.undo_until < now() or m.undone_at < now())`
  const removed = [await scope.delete(patient_merge_rows).where(isOver), await scope.delete(patient_merge_changes).where(isOver)]
  return removed.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}
