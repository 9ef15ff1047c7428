import type { addMessageReminder, listMessageReminders, MessageReminder } from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { type Paged, pageOf } from '../../../database/page.ts'
import { apiError } from '../../../errors/api-error.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { notifications } from '../../notification/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { message_reminders, message_unreads, messages } from '../tables.ts'

const maxAheadMs = 366 * 86_400_000

const openReminders = patientQuery(({ db, rows }, isOfPatient: boolean) =>
  db
    .select({
      id: message_reminders.id,
      patient_id: message_reminders.patient_id,
      message_id: message_reminders.message_id,
      remind_at: message_reminders.remind_at,
      reason: message_reminders.reason,
      done_at: message_reminders.done_at,
      created_at: message_reminders.created_at,
      patient: personColumns,
      total_count: sql<number>`(count(*) over ())::int`,
    })
    .from(rows(message_reminders))
    .innerJoin(users, eq(users.id, message_reminders.patient_id))
    .where(
      and(
        eq(message_reminders.user_id, sql.placeholder('actor_id')),
        isNull(message_reminders.done_at),
        isOfPatient ? eq(message_reminders.patient_id, sql.placeholder('patient_id')) : undefined,
      ),
    )
    .orderBy(asc(message_reminders.remind_at), asc(message_reminders.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

type ReminderFilter = Input<typeof listMessageReminders>

/** The actor's pending reminders, about all patients in scope or about one patient, whom the caller must have found in the scope. */
export const pendingReminders = async (actor: Actor, scope: PatientScope, { patient_id, page = 1 }: ReminderFilter): Promise<Paged<MessageReminder>> => {
  const paged = await pageOf(page, (bounds) => openReminders(scope, patient_id !== undefined).execute({ actor_id: actor.id, patient_id, ...bounds }))
  for (const { patient } of paged.items) scope.record(patient.id)
  return paged
}

export const remindersOf = async (actor: Actor, scope: PatientScope, filter: ReminderFilter): Promise<Paged<MessageReminder>> => {
  if (filter.patient_id !== undefined) await requirePatient(scope, filter.patient_id)
  return pendingReminders(actor, scope, filter)
}

const messageOfRoom = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id })
    .from(rows(messages))
    .where(and(eq(messages.id, sql.placeholder('id')), eq(messages.patient_id, sql.placeholder('patient_id')), isNull(messages.deleted_at))),
)

const isInRoom = async (scope: PatientScope, patient_id: number, id: number) => (await messageOfRoom(scope).execute({ id, patient_id })).length > 0

/** Creates the reminder, or replaces the actor's open one in this room. */
export const setReminder = async (actor: Actor, scope: PatientScope, now: Date, input: Input<typeof addMessageReminder>): Promise<MessageReminder> => {
  const { patient_id, message_id = null, remind_at, reason = '' } = input
  await requirePatient(scope, patient_id)
  const remindAt = Date.parse(remind_at)
  assertValid({
    remind_at: (remindAt <= now.getTime() && 'in_past') || (remindAt > now.getTime() + maxAheadMs && 'over_a_year_ahead'),
    message_id: message_id !== null && !(await isInRoom(scope, patient_id, message_id)) && 'not_allowed',
  })
  const set = { message_id, remind_at: new Date(remindAt).toISOString(), reason: reason.trim() }
  await scope
    .insert(message_reminders)
    .values({ patient_id, user_id: actor.id, ...set })
    .onConflictDoUpdate({
      target: [message_reminders.user_id, message_reminders.patient_id],
      targetWhere: isNull(message_reminders.done_at),
      set: { ...set, created_at: sql`now()` },
    })
  const [row] = await openReminders(scope, true).execute({ actor_id: actor.id, patient_id, limit: 1, offset: 0 })
  return row!
}

export const deleteReminder = async (actor: Actor, scope: PatientScope, id: number): Promise<null> => {
  const [deleted] = await scope
    .delete(message_reminders)
    .where(and(eq(message_reminders.id, id), eq(message_reminders.user_id, actor.id), isNull(message_reminders.done_at)))
    .returning({ patient_id: message_reminders.patient_id })
  if (!deleted) throw apiError('not_found')
  scope.record(deleted.patient_id)
  return null
}

const isDueAt = (now: Date) => and(isNull(message_reminders.done_at), lte(message_reminders.remind_at, now.toISOString()))

export const hasDueReminders = async (scope: PatientScope, now: Date): Promise<boolean> => {
  // built per call: only the job runs it
  const [due] = await scope.db.select({ id: message_reminders.id }).from(scope.rows(message_reminders)).where(isDueAt(now)).limit(1)
  return Boolean(due)
}

export type ReminderKey = { id: number; remind_at: string }

/**
 * Fires one reminder (unless it was moved or deleted) or all due reminders: marks the room as unread for the person who set the reminder and notifies them,
 * unless they are deactivated. Returns the ids of the people notified.
 */
export const fireReminders = async (scope: PatientScope, target: ReminderKey | Date): Promise<number[]> => {
  const due = await scope
    .update(message_reminders)
    .set({ done_at: sql`now()` })
    .where(
      target instanceof Date
        ? isDueAt(target)
        : and(eq(message_reminders.id, target.id), eq(message_reminders.remind_at, target.remind_at), isNull(message_reminders.done_at)),
    )
    .returning()
  // built per call: only jobs run it
  const { rows } = await scope.db.execute<{ id: number }>(sql`select id from ${users} where id = any(${sql.param(due.map(({ user_id }) => user_id))}::bigint[])
    and deactivated_at is null`)
  const activeUsers = new Map(rows.map(({ id }) => [Number(id), true]))
  const fired = due.filter(({ user_id }) => activeUsers.has(user_id)).sort((a, b) => a.patient_id - b.patient_id || a.user_id - b.user_id)
  if (!fired.length) return []
  await scope
    .insert(message_unreads)
    .values(fired.map(({ patient_id, user_id }) => ({ patient_id, user_id, unread_count: 1 })))
    .onConflictDoUpdate({
      target: [message_unreads.user_id, message_unreads.patient_id],
      set: { unread_count: sql`greatest(${message_unreads.unread_count}, 1)` },
    })
  await scope.db
    .insert(notifications)
    .values(fired.map(({ user_id, patient_id, message_id, reason }) => ({ user_id, kind: 'reminder' as const, patient_id, message_id, body: reason })))
  return [...new Set(fired.map(({ user_id }) => user_id))]
}
