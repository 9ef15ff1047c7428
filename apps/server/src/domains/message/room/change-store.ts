import type { changeMessageRoom } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { apiError } from '../../../errors/api-error.ts'
import { mayDoTasks } from '../../task/store.ts'
import { isReply } from '../counter-store.ts'
import { message_rooms, messages } from '../tables.ts'

type Room = { patient_id: number; unresponded_since: string | null; assignee_id: number | null }

const lockedRoom = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: message_rooms.patient_id, unresponded_since: message_rooms.unresponded_since, assignee_id: message_rooms.assignee_id })
    .from(rows(message_rooms))
    .where(eq(message_rooms.id, sql.placeholder('id')))
    .for('update'),
)

/** SQL after `from`: the messages that the patient sent, aliased `m`. */
const ownMessages = (scope: PatientScope, patient_id: number) =>
  sql`${scope.from(messages, 'm')} where m.patient_id = ${patient_id} and m.sender_id = m.patient_id and m.deleted_at is null`

/**
 * The patient waits since their first message after the last reply, or since their newest message if the last reply is later. An earlier value stays. Throws
 * `invalid` if the patient has sent no message.
 */
const setWaiting = async (scope: PatientScope, { patient_id }: Room): Promise<void> => {
  const own = ownMessages(scope, patient_id)
  const lastReply = sql`coalesce((select max(m.published_at) from ${scope.from(messages, 'm')} where m.patient_id = ${patient_id} and ${isReply(scope)}), '-infinity')`
  const since = sql`coalesce((select min(m.published_at) from ${own} and m.published_at > ${lastReply}), (select max(m.published_at) from ${own}))`
  const [changed] = await scope
    .update(message_rooms)
    .set({ unresponded_since: sql`least(${message_rooms.unresponded_since}, ${since})` })
    .where(eq(message_rooms.patient_id, patient_id))
    .returning({ unresponded_since: message_rooms.unresponded_since })
  assertValid({ needs_reply: changed?.unresponded_since === null && 'not_allowed' })
  await scope
    .update(messages)
    .set({ needs_no_reply: false })
    .where(and(eq(messages.patient_id, patient_id), eq(messages.needs_no_reply, true), sql`${messages.published_at} >= ${since}`))
}

/** Marks the waiting messages as needing no reply. Those after `up_to_message_id` keep waiting: nobody has decided about them yet. */
const markNeedsNoReply = async (scope: PatientScope, { patient_id, unresponded_since }: Room, up_to_message_id: number | undefined): Promise<void> => {
  if (unresponded_since === null) return
  await scope
    .update(messages)
    .set({ needs_no_reply: true })
    .where(
      and(
        eq(messages.patient_id, patient_id),
        eq(messages.sender_id, patient_id),
        gte(messages.published_at, unresponded_since),
        up_to_message_id === undefined ? undefined : lte(messages.id, up_to_message_id),
      ),
    )
  const stillWaiting = sql`${ownMessages(scope, patient_id)} and m.published_at >= ${unresponded_since} and not m.needs_no_reply`
  await scope
    .update(message_rooms)
    .set({ unresponded_since: sql`(select min(m.published_at) from ${stillWaiting})` })
    .where(eq(message_rooms.patient_id, patient_id))
}

/**
 * Assigns the conversation to `assignee_id`. Throws `conflict` if it is assigned to somebody else than the caller saw; without `previous_assignee_id`, which
 * is optional for older clients, it replaces any assignee.
 */
const assign = async (scope: PatientScope, room: Room, { id, assignee_id, previous_assignee_id }: Input<typeof changeMessageRoom>): Promise<void> => {
  if (assignee_id === undefined || assignee_id === room.assignee_id) return
  if (previous_assignee_id !== undefined && previous_assignee_id !== room.assignee_id) throw apiError('conflict')
  await scope.update(message_rooms).set({ assignee_id }).where(eq(message_rooms.id, id))
}

/** Changes whether a conversation waits for a reply, who takes care of it, or both. */
export const changeRoom = async (scope: PatientScope, input: Input<typeof changeMessageRoom>): Promise<void> => {
  const { id, needs_reply, up_to_message_id, assignee_id } = input
  assertValid({
    needs_reply: needs_reply === undefined && assignee_id === undefined && 'required',
    assignee_id: typeof assignee_id === 'number' && !(await mayDoTasks(scope.db, assignee_id)) && 'not_allowed',
  })
  // takes the lock that sending takes too, so that messages being sent are included
  const room = requireRow(await lockedRoom(scope).execute({ id }))
  await assign(scope, room, input)
  if (needs_reply === true) await setWaiting(scope, room)
  if (needs_reply === false) await markNeedsNoReply(scope, room, up_to_message_id)
}
