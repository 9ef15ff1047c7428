import type { Role } from '@sukoyaka/wire/access'
import type { InterviewProposal } from '@sukoyaka/wire/care/message'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { Db } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import { tellAbout } from '../../../realtime/event-rows.ts'
import { users } from '../../account/tables.ts'
import { notifications } from '../../notification/tables.ts'
import { countDown, holdRoomOf } from '../counted-store.ts'
import { forgetMessage } from '../notify-store.ts'
import { messages } from '../tables.ts'

/** The card of a request that stands in a room. */
const cardsOf = (scope: PatientScope, request_ids: readonly number[]) =>
  scope.db
    .select({ id: messages.id, patient_id: messages.patient_id })
    .from(scope.rows(messages))
    .where(and(inArray(messages.data_entry_request_id, [...request_ids]), isNull(messages.deleted_at)))

/** Those who look at the cards of these requests are told that they changed. */
export const tellCards = async (scope: PatientScope, request_ids: readonly number[]): Promise<void> => {
  if (!request_ids.length) return
  for (const { id, patient_id } of await cardsOf(scope, request_ids))
    await tellAbout(scope.db, patient_id, ['messages'], { kind: 'message.changed', record_id: id })
}

/**
 * A card that is about to stand anew: the old one goes without a trace, and nobody has it to open twice. Answers what went, which is told at
 * the end of the call: from an event on everybody waits for its commit.
 */
export const liftCards = async (scope: PatientScope, request_id: number): Promise<number[]> => {
  const cards = await cardsOf(scope, [request_id])
  for (const { id, patient_id } of cards) {
    await holdRoomOf(scope, id)
    await countDown(scope, { id, patient_id })
    await forgetMessage(scope, { id, patient_id })
    // what tells of more than this one stays
    await scope.db.update(notifications).set({ message_id: null }).where(eq(notifications.message_id, id))
    await scope.update(messages).set({ reply_to_message_id: null }).where(eq(messages.reply_to_message_id, id))
    await scope.delete(messages).where(eq(messages.id, id))
  }
  return cards.map(({ id }) => id)
}

/** A proposal with who made it, locked until the call is over: of two presses one wins. */
export const holdProposal = async (scope: PatientScope, id: number) => {
  const [held] = await scope.db
    .select({ patient_id: messages.patient_id, sender_id: messages.sender_id, card: messages.card })
    .from(scope.rows(messages))
    .where(and(eq(messages.id, id), eq(messages.message_type, 'interview_proposal'), isNull(messages.deleted_at)))
    .for('update')
  if (!held?.card) throw apiError('not_found')
  scope.record(held.patient_id)
  return { ...held, card: held.card as InterviewProposal }
}

export const settleProposal = (scope: PatientScope, id: number, card: InterviewProposal) => scope.update(messages).set({ card }).where(eq(messages.id, id))

/** Whether somebody works here still. */
export const isAtWork = async (db: Db, staff_id: number): Promise<{ role: Role } | undefined> => {
  const [found] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, staff_id), isNull(users.deactivated_at)))
  return found
}

/** The member of staff who proposed it reads that a time was taken. */
export const noteChosen = (db: Db, note: { user_id: number; patient_id: number; message_id: number; record_id: number }) =>
  db.insert(notifications).values({ kind: 'interview', ...note })
