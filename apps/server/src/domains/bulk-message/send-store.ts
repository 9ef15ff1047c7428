// built per call: only the job runs these reads
import type { Role } from '@sukoyaka/wire/access'
import type { BulkRecipient } from '@sukoyaka/wire/boards/bulk-message'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { users } from '../account/tables.ts'
import { seconds_left } from './store.ts'
import { bulk_recipients, bulk_messages as bulks } from './tables.ts'

export type OpenBulk = { id: number; sender_id: number; sender_role: Role; is_sender_active: boolean; seconds_left: number }

/** A bulk message that is neither finished nor stopped. */
export const openBulkOf = async (db: Db, id: number): Promise<OpenBulk | undefined> => {
  const [found] = await db
    .select({
      id: bulks.id,
      sender_id: bulks.sender_id,
      sender_role: users.role,
      is_sender_active: sql<boolean>`${users.deactivated_at} is null`,
      seconds_left,
    })
    .from(bulks)
    .innerJoin(users, eq(users.id, bulks.sender_id))
    .where(and(eq(bulks.id, id), sql`${bulks.stopped_at} is null and ${bulks.finished_at} is null`))
  return found
}

/** Overdue bulk messages: a starting server sends those whose job was lost or failed. */
export const overdueBulks = async (db: Db): Promise<number[]> =>
  (
    await db
      .select({ id: bulks.id })
      .from(bulks)
      .where(sql`${bulks.stopped_at} is null and ${bulks.finished_at} is null and ${bulks.sends_at} <= now()`)
      .orderBy(asc(bulks.id))
  ).map(({ id }) => id)

/** The next waiting recipients after this id. */
export const waitingOf = async (scope: PatientScope, bulk_message_id: number, afterId: number, count: number): Promise<number[]> =>
  (
    await scope.db
      .select({ id: bulk_recipients.id })
      .from(scope.rows(bulk_recipients))
      .where(and(eq(bulk_recipients.bulk_message_id, bulk_message_id), eq(bulk_recipients.state, 'waiting'), gt(bulk_recipients.id, afterId)))
      .orderBy(asc(bulk_recipients.id))
      .limit(count)
  ).map(({ id }) => id)

/** Locks a waiting recipient; undefined if the recipient no longer waits or another server is sending to them. */
export const lockRecipient = async (scope: PatientScope, id: number) => {
  const [recipient] = await scope.db
    .select({ patient_id: bulk_recipients.patient_id, body: bulk_recipients.body })
    .from(scope.rows(bulk_recipients))
    .where(and(eq(bulk_recipients.id, id), eq(bulk_recipients.state, 'waiting')))
    .for('update', { skipLocked: true })
  if (!recipient) return undefined
  const [person] = await scope.db.select({ deactivated_at: users.deactivated_at }).from(users).where(eq(users.id, recipient.patient_id))
  return { ...recipient, is_closed: !person || person.deactivated_at !== null }
}

export const markSent = (scope: PatientScope, id: number, message_id: number) =>
  scope.update(bulk_recipients).set({ state: 'sent', message_id, sent_at: sql`now()` }).where(eq(bulk_recipients.id, id))

export const markFailed = (scope: PatientScope, id: number, reason: NonNullable<BulkRecipient['reason']>) =>
  scope
    .update(bulk_recipients)
    .set({ state: 'failed', reason })
    .where(and(eq(bulk_recipients.id, id), eq(bulk_recipients.state, 'waiting')))

/** Finishes the bulk message once no recipient is waiting. */
export const finishBulk = (scope: PatientScope, id: number) =>
  scope.db
    .update(bulks)
    .set({ finished_at: sql`now()` })
    .where(
      and(
        eq(bulks.id, id),
        sql`${bulks.stopped_at} is null and ${bulks.finished_at} is null`,
        sql`not exists (select from ${scope.from(bulk_recipients, 'r')} where r.bulk_message_id = ${bulks.id} and r.state = 'waiting')`,
      ),
    )
