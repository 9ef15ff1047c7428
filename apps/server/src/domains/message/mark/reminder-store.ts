import type { addMessageReminder, listMessageReminders, MessageReminder } from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { type Actor, type Reach, touch, within } from '../../../access/gate.ts'
import { mustReach } from '../../../access/patients.ts'
import { assertValid } from '../../../access/rows.ts'
import type { Db } from '../../../database/db.ts'
import { type Paged, pageOf } from '../../../database/page.ts'
import { apiError } from '../../../errors/api-error.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { notifications } from '../../notification/tables.ts'
import { message_reminders, message_unreads, messages } from '../tables.ts'

const aYear = 366 * 86_400_000

const rowsWhere = (db: Db, actor: Actor, reach: Reach, condition?: SQL) =>
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
    .from(message_reminders)
    .innerJoin(users, eq(users.id, message_reminders.patient_id))
    .where(and(eq(message_reminders.user_id, actor.id), isNull(message_reminders.done_at), within(reach, message_reminders.patient_id), condition))
    .orderBy(asc(message_reminders.remind_at), asc(message_reminders.id))

export const remindersOf = async (
  db: Db,
  actor: Actor,
  reach: Reach,
  { patient_id, page = 1 }: Input<typeof listMessageReminders>,
): Promise<Paged<MessageReminder>> => {
  if (patient_id !== undefined) await mustReach(db, reach, patient_id)
  const paged = await pageOf(page, rowsWhere(db, actor, reach, patient_id === undefined ? undefined : eq(message_reminders.patient_id, patient_id)))
  for (const { patient } of paged.items) touch(reach, patient.id)
  return paged
}

const isInRoom = async (db: Db, reach: Reach, patient_id: number, id: number) => {
  const [found] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.patient_id, patient_id), within(reach, messages.patient_id), isNull(messages.deleted_at)))
  return Boolean(found)
}

/** Set, or moved where one of this room is open. */
export const setReminder = async (db: Db, actor: Actor, reach: Reach, now: Date, input: Input<typeof addMessageReminder>): Promise<MessageReminder> => {
  const { patient_id, message_id = null, remind_at, reason = '' } = input
  await mustReach(db, reach, patient_id)
  const at = Date.parse(remind_at)
  assertValid({
    remind_at: (at <= now.getTime() && 'in_past') || (at > now.getTime() + aYear && 'too_large'),
    message_id: message_id !== null && !(await isInRoom(db, reach, patient_id, message_id)) && 'not_allowed',
  })
  const set = { message_id, remind_at: new Date(at).toISOString(), reason: reason.trim() }
  await db
    .insert(message_reminders)
    .values({ patient_id, user_id: actor.id, ...set })
    .onConflictDoUpdate({
      target: [message_reminders.user_id, message_reminders.patient_id],
      targetWhere: isNull(message_reminders.done_at),
      set: { ...set, created_at: sql`now()` as never },
    })
  const [row] = await rowsWhere(db, actor, reach, eq(message_reminders.patient_id, patient_id))
  return row!
}

export const deleteReminder = async (db: Db, actor: Actor, reach: Reach, id: number): Promise<null> => {
  const [gone] = await db
    .delete(message_reminders)
    .where(
      and(
        eq(message_reminders.id, id),
        eq(message_reminders.user_id, actor.id),
        isNull(message_reminders.done_at),
        within(reach, message_reminders.patient_id),
      ),
    )
    .returning({ patient_id: message_reminders.patient_id })
  if (!gone) throw apiError('not_found')
  touch(reach, gone.patient_id)
  return null
}

const isDueAt = (now: Date) => and(isNull(message_reminders.done_at), lte(message_reminders.remind_at, now.toISOString()))

export const hasDueReminders = async (db: Db, _reach: Reach, now: Date): Promise<boolean> => {
  const [due] = await db.select({ id: message_reminders.id }).from(message_reminders).where(isDueAt(now)).limit(1)
  return Boolean(due)
}

export type Wanted = { id: number; remind_at: string }

/** Brings rooms back as unread to those who wished it: this one, unless it was moved or given up, or all that are due. Answers to whom. */
export const bringBack = async (db: Db, reach: Reach, which: Wanted | Date): Promise<number[]> => {
  const due = await db
    .update(message_reminders)
    .set({ done_at: sql`now()` as never })
    .where(
      and(
        which instanceof Date
          ? isDueAt(which)
          : and(eq(message_reminders.id, which.id), eq(message_reminders.remind_at, which.remind_at), isNull(message_reminders.done_at)),
        within(reach, message_reminders.patient_id),
      ),
    )
    .returning()
  const { rows } = await db.execute<{ id: number }>(sql`select id from ${users} where id = any(${sql.param(due.map(({ user_id }) => user_id))}::bigint[])
    and deactivated_at is null`)
  const here = new Map(rows.map(({ id }) => [Number(id), true]))
  const told = due.filter(({ user_id }) => here.has(user_id)).sort((a, b) => a.patient_id - b.patient_id || a.user_id - b.user_id)
  if (!told.length) return []
  await db
    .insert(message_unreads)
    .values(told.map(({ patient_id, user_id }) => ({ patient_id, user_id, unread_count: 1 })))
    .onConflictDoUpdate({
      target: [message_unreads.user_id, message_unreads.patient_id],
      set: { unread_count: sql`greatest(${message_unreads.unread_count}, 1)` },
    })
  await db
    .insert(notifications)
    .values(told.map(({ user_id, patient_id, message_id, reason }) => ({ user_id, kind: 'reminder' as const, patient_id, message_id, body: reason })))
  return [...new Set(told.map(({ user_id }) => user_id))]
}
