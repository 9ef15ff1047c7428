import { proposedSummary } from '@sukoyaka/rules/care/minutes'
import { foldWithoutSpaces } from '@sukoyaka/rules/fold'
import { type Role, scopeOf } from '@sukoyaka/wire/access'
import type { AutoMinutes, approveAutoMinutes, changeAutoMinutes, MinutesActionItem } from '@sukoyaka/wire/care/minutes'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { PlainTableOf } from '../../access/patient-table.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { staffByIds } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { interview_participants, interviews } from '../interview/tables.ts'
import { linkSentences } from './circleback.ts'
import { interview_minutes, minutes_action_items } from './tables.ts'

type Row = typeof interview_minutes.$inferSelect
/** Minutes with the interview's summary for the patient. */
type InterviewRow = Row & { interview_id: number; patient_summary: string }
const now = sql`now()`

const itemColumns = columnsOf(minutes_action_items)
const shownItem = ({ minutes_id: _, place: __, ...item }: typeof minutes_action_items.$inferSelect): MinutesActionItem => item

const itemsOfMinutes = patientQuery(({ db, rows }) =>
  db
    .select(itemColumns)
    .from(rows(minutes_action_items))
    .where(eq(minutes_action_items.minutes_id, sql.placeholder('minutes_id')))
    .orderBy(asc(minutes_action_items.place), asc(minutes_action_items.id)),
)

/** The minutes in the shape of the response to staff. */
const withItems = async (scope: PatientScope, row: InterviewRow): Promise<AutoMinutes> => {
  const items = await itemsOfMinutes(scope).execute({ minutes_id: row.id })
  const people = row.decided_by === null ? undefined : await staffByIds(scope.db, [row.decided_by])
  return {
    ...row,
    action_items: items.map(shownItem),
    proposed_summary: proposedSummary(row.sections),
    decided_by: people?.get(row.decided_by!) ?? null,
  }
}

const interviewById = patientQuery(({ db, rows }, isLocked: boolean) => {
  const query = db
    .select({ id: interviews.id, interviewee_id: interviews.interviewee_id, patient_summary: interviews.patient_summary })
    .from(rows(interviews))
    .where(eq(interviews.id, sql.placeholder('id')))
  return isLocked ? query.for('update') : query
})

/** The interview in scope, with the access recorded, and locked if `shouldLock`. Throws `not_found`. */
const requireInterview = async (scope: PatientScope, id: number, shouldLock = false) => {
  const [found] = await interviewById(scope, shouldLock).execute({ id })
  if (!found) throw apiError('not_found')
  scope.record(found.interviewee_id)
  return found
}

const minutesOfInterview = patientQuery(({ db, rows }, isLocked: boolean) => {
  const query = db
    .select()
    .from(rows(interview_minutes))
    .where(and(eq(interview_minutes.interview_id, sql.placeholder('interview_id')), ne(interview_minutes.status, 'rejected')))
  return isLocked ? query.for('update') : query
})

/** The interview's minutes that are not rejected, if any. */
export const minutesOf = async (scope: PatientScope, interview_id: number): Promise<AutoMinutes | null> => {
  const { patient_summary } = await requireInterview(scope, interview_id)
  const [row] = await minutesOfInterview(scope, false).execute({ interview_id })
  return row ? withItems(scope, { ...row, interview_id, patient_summary }) : null
}

type MinutesKey = { id: number; updated_at?: string | undefined }
const lockMinutes = async (scope: PatientScope, { id, updated_at }: MinutesKey): Promise<InterviewRow> => {
  const { patient_summary } = await requireInterview(scope, id, true)
  const [row] = await minutesOfInterview(scope, true).execute({ interview_id: id })
  if (!row) throw apiError('not_found')
  assertUnchanged(row, updated_at)
  return { ...row, interview_id: id, patient_summary }
}

const change = async (
  scope: PatientScope,
  { id, interview_id, patient_summary }: Pick<InterviewRow, 'id' | 'interview_id' | 'patient_summary'>,
  values: PgUpdateSetSource<PlainTableOf<typeof interview_minutes>>,
) => {
  const [row] = await scope
    .update(interview_minutes)
    .set({ ...values, updated_at: later(interview_minutes.updated_at) })
    .where(eq(interview_minutes.id, id))
    .returning()
  return withItems(scope, { ...row!, interview_id, patient_summary })
}

export const editMinutes = async (scope: PatientScope, actor: Actor, { sections, ...key }: Input<typeof changeAutoMinutes>) => {
  const normalized = sections.map((section) => ({ ...section, sentences: section.sentences.map(normalizeText).filter(Boolean) }))
  assertValid(
    Object.fromEntries(normalized.map(({ kind, title }, index) => [`sections.${index}.title`, kind === 'other' && !title?.trim() && ('required' as const)])),
  )
  const existing = await lockMinutes(scope, key)
  const filledSections = linkSentences(normalized, existing.transcript).filter((section) => section.sentences.length)
  return change(scope, existing, { sections: filledSections, edited_by: actor.id, edited_at: now })
}

/**
 * Approves the draft and stores the summary for the patient. Throws `not_found`, and `conflict` if the minutes were changed or decided, or if this would
 * overwrite a summary that the caller has not seen. `isEmptied`: a summary that the patient could read is withdrawn.
 */
export const approveMinutes = async (scope: PatientScope, actor: Actor, { replaced_summary = '', ...input }: Input<typeof approveAutoMinutes>) => {
  const existing = await lockMinutes(scope, input)
  const { status, patient_summary: saved } = existing
  if (status !== 'draft') throw apiError('conflict')
  const patient_summary = normalizeText(input.patient_summary)
  if (saved && saved !== patient_summary && saved !== normalizeText(replaced_summary))
    throw apiError('conflict', { versions: { saved: { patient_summary: saved }, sent: { patient_summary } } })
  await scope
    .update(interviews)
    .set({ patient_summary, updated_at: later(interviews.updated_at) })
    .where(eq(interviews.id, existing.interview_id))
  const approved = await change(scope, { ...existing, patient_summary }, { status: 'approved', decided_by: actor.id, decided_at: now })
  return { approved, isEmptied: saved !== '' && patient_summary === '' }
}

export const rejectMinutes = async (scope: PatientScope, actor: Actor, key: MinutesKey): Promise<null> => {
  const existing = await lockMinutes(scope, key)
  if (existing.status !== 'draft') throw apiError('conflict')
  await change(scope, existing, { status: 'rejected', decided_by: actor.id, decided_at: now })
  return null
}

const lockedActionItem = patientQuery(({ db, rows }) =>
  db
    .select({ ...itemColumns, interview_id: interviews.id, user_id: interviews.interviewee_id })
    .from(rows(minutes_action_items))
    .innerJoin(rows(interview_minutes), and(eq(interview_minutes.id, minutes_action_items.minutes_id), ne(interview_minutes.status, 'rejected')))
    .innerJoin(rows(interviews), eq(interviews.id, interview_minutes.interview_id))
    .where(eq(minutes_action_items.id, sql.placeholder('id')))
    .for('update', { of: rows(minutes_action_items) }),
)

/** Locks an action item and returns it with its patient. Throws `not_found`, or `conflict` if it already became a task or goal. */
export const lockActionItem = async (scope: PatientScope, id: number) => {
  const [found] = await lockedActionItem(scope).execute({ id })
  if (!found) throw apiError('not_found')
  if (found.task_id !== null || found.habit_goal_id !== null) throw apiError('conflict')
  return found
}

const activeParticipants = patientQuery(({ db, rows }) =>
  db
    .select({ id: users.id, role: users.role, last_name: users.last_name, first_name: users.first_name })
    .from(rows(interview_participants))
    .innerJoin(rows(interviews), eq(interviews.id, interview_participants.interview_id))
    .innerJoin(users, eq(users.id, interview_participants.staff_id))
    .where(and(eq(interviews.id, sql.placeholder('interview_id')), isNull(users.deactivated_at))),
)

/** The participating staff of this name who may be assigned tasks; null if nobody or several match. */
export const staffIdByName = async (scope: PatientScope, interview_id: number, name: string): Promise<number | null> => {
  const participants = await activeParticipants(scope).execute({ interview_id })
  const found = participants.filter(
    ({ role, last_name, first_name }) =>
      scopeOf(role as Role, 'coordination.write') === 'all' &&
      [last_name + first_name, first_name + last_name].map(foldWithoutSpaces).includes(foldWithoutSpaces(name)),
  )
  return found.length === 1 ? found[0]!.id : null
}

export const setActionItem = async (
  scope: PatientScope,
  { id, user_id }: { id: number; user_id: number },
  target: { task_id: number } | { habit_goal_id: number },
): Promise<MinutesActionItem> => {
  scope.record(user_id)
  const [item] = await scope
    .update(minutes_action_items)
    .set(target)
    .where(and(eq(minutes_action_items.id, id), isNull(minutes_action_items.task_id), isNull(minutes_action_items.habit_goal_id)))
    .returning()
  if (!item) throw apiError('conflict')
  return shownItem(item)
}

const lockedUnmatched = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(interview_minutes))
    .where(and(eq(interview_minutes.id, sql.placeholder('id')), isNull(interview_minutes.interview_id)))
    .for('update'),
)

/** Assigns unmatched minutes to an interview. Throws `not_found`, or `conflict` if the interview already has minutes that are not rejected. */
export const assignMinutes = async (scope: PatientScope, id: number, interview_id: number): Promise<AutoMinutes> => {
  const { patient_summary } = await requireInterview(scope, interview_id, true)
  const [unmatched] = await lockedUnmatched(scope).execute({ id })
  if (!unmatched) throw apiError('not_found')
  const [otherMinutes] = await minutesOfInterview(scope, false).execute({ interview_id })
  if (otherMinutes) throw apiError('conflict')
  await scope.update(interview_minutes).set({ interview_id }).where(eq(interview_minutes.id, id))
  return change(scope, { id, interview_id, patient_summary }, {})
}
