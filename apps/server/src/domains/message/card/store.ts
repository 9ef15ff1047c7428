import type { Role } from '@sukoyaka/wire/access'
import type { InterviewProposal } from '@sukoyaka/wire/care/message'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { Db } from '../../../database/db.ts'
import { isAnyOf } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { accountById } from '../../account/store.ts'
import { notifications } from '../../notification/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { decrementUnread, lockRoomOf } from '../counter-store.ts'
import { forgetMessage } from '../notify-store.ts'
import { message_pins, message_reminders, messages } from '../tables.ts'

const cards = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id, patient_id: messages.patient_id })
    .from(rows(messages))
    .where(and(isAnyOf(messages.data_entry_request_id), isNull(messages.deleted_at))),
)

/** The messages that show these requests as cards. */
const cardsOf = (scope: PatientScope, request_ids: readonly number[]) => cards(scope).execute({ ids: [...request_ids] })

/** Publishes `message.changed` for the cards of these requests. */
export const publishCards = async (scope: PatientScope, request_ids: readonly number[]): Promise<void> => {
  if (!request_ids.length) return
  for (const { id, patient_id } of await cardsOf(scope, request_ids))
    await publishPatientEvent(scope.db, patient_id, ['messages'], { kind: 'message.changed', record_id: id })
}

/**
 * Deletes the request's old card once the new one is posted, and takes it out of the unread counters and notifications. Its pins and reminders move to the new
 * card. Returns what changed; the caller publishes it at the end of the call, because an event holds the event counter until the commit.
 */
export const replaceCards = async (scope: PatientScope, request_id: number, new_id: number) => {
  const oldCards = (await cardsOf(scope, [request_id])).filter(({ id }) => id !== new_id)
  const reminded: { user_id: number }[] = []
  for (const { id, patient_id } of oldCards) {
    await lockRoomOf(scope, id)
    await decrementUnread(scope, { id, patient_id })
    await forgetMessage(scope, { id, patient_id })
    // otherwise the remaining notifications, which count other messages or were checked, would be deleted with the message
    await scope.db.update(notifications).set({ message_id: null }).where(eq(notifications.message_id, id))
    await scope.update(messages).set({ reply_to_message_id: null }).where(eq(messages.reply_to_message_id, id))
    await scope.update(message_pins).set({ message_id: new_id }).where(eq(message_pins.message_id, id))
    const moved = scope.update(message_reminders).set({ message_id: new_id }).where(eq(message_reminders.message_id, id))
    reminded.push(...(await moved.returning({ user_id: message_reminders.user_id })))
    await scope.delete(messages).where(eq(messages.id, id))
  }
  return { removedIds: oldCards.map(({ id }) => id), remindedIds: reminded.map(({ user_id }) => user_id) }
}

/** A stored proposal. Rows from before proposals could be declined lack `declined_at` and `wanted_starts`. */
export const proposalOf = (card: object): InterviewProposal => ({
  declined_at: null,
  wanted_starts: [],
  ...(card as Omit<InterviewProposal, 'declined_at' | 'wanted_starts'>),
})

const lockedProposal = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: messages.patient_id, sender_id: messages.sender_id, card: messages.card })
    .from(rows(messages))
    .where(and(eq(messages.id, sql.placeholder('id')), eq(messages.message_type, 'interview_proposal'), isNull(messages.deleted_at)))
    .for('update'),
)

/** Locks the proposal until the transaction ends, so that only one of two concurrent answers takes effect. Throws `not_found`. */
export const lockProposal = async (scope: PatientScope, id: number) => {
  const [proposal] = await lockedProposal(scope).execute({ id })
  if (!proposal?.card) throw apiError('not_found')
  scope.record(proposal.patient_id)
  return { ...proposal, card: proposalOf(proposal.card) }
}

const sameReplies = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id })
    .from(rows(messages))
    .where(
      and(
        eq(messages.reply_to_message_id, sql.placeholder('id')),
        eq(messages.sender_id, sql.placeholder('sender_id')),
        eq(messages.body, sql.placeholder('body')),
        isNull(messages.deleted_at),
      ),
    )
    .limit(1),
)

/** Whether this person has replied to the message with exactly this text. */
export const hasReply = async (scope: PatientScope, reply: { id: number; sender_id: number; body: string }): Promise<boolean> =>
  (await sameReplies(scope).execute(reply)).length > 0

const maxOpen = 20
const waitingProposals = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id, patient_id: messages.patient_id, card: messages.card })
    .from(rows(messages))
    .where(
      and(
        eq(messages.patient_id, sql.placeholder('patient_id')),
        eq(messages.message_type, 'interview_proposal'),
        isNull(messages.deleted_at),
        sql`${messages.card}->>'chosen_at' is null and ${messages.card}->>'declined_at' is null`,
        // stored as ISO strings in UTC, which sort by time
        sql`exists (select from jsonb_array_elements_text(${messages.card}->'starts') s where s > ${sql.placeholder('now')})`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(maxOpen),
)

/** The newest proposals that wait for the patient's answer and have a time in the future. */
export const openProposals = async (scope: PatientScope, patient_id: number, now: Date) => {
  await requirePatient(scope, patient_id)
  const found = await waitingProposals(scope).execute({ patient_id, now: now.toISOString() })
  return found.map(({ card, ...row }) => ({ ...row, interview_proposal: proposalOf(card!) }))
}

export const updateProposal = (scope: PatientScope, id: number, card: InterviewProposal) => scope.update(messages).set({ card }).where(eq(messages.id, id))

/** The role of an active member of staff; undefined once deactivated. */
export const findActiveStaff = (db: Db, staff_id: number): Promise<{ role: Role } | undefined> => accountById(db, staff_id)

/** Notifies the proposer that a time was chosen. */
export const notifyChosen = (db: Db, notification: { user_id: number; patient_id: number; message_id: number; record_id: number }) =>
  db.insert(notifications).values({ kind: 'interview', ...notification })
