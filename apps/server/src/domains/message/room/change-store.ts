import type { changeMessageRoom } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { rawQuery } from '../../../database/prepared.ts'
import { mayDoTasks } from '../../task/store.ts'
import { isReply } from '../counter-store.ts'
import { message_rooms, messages } from '../tables.ts'

const lockedRoom = patientQuery(({ rows }) =>
  rawQuery<{ patient_id: number }>(
    sql`select ${message_rooms.patient_id} from ${rows(message_rooms)} where ${message_rooms.id} = ${sql.placeholder('id')} for update`,
  ),
)

/**
 * Clears or sets the waiting marker. Setting it uses the patient's first message after the last reply, so that undoing restores the earlier value.
 * Messages after `up_to_message_id` keep waiting: nobody has decided about them yet.
 */
const setNeedsReply = async (scope: PatientScope, { id, needs_reply, up_to_message_id }: Input<typeof changeMessageRoom>): Promise<void> => {
  const patientMessages = sql`m.patient_id = ${message_rooms.patient_id} and m.sender_id = m.patient_id and m.deleted_at is null`
  const lastReply = sql`coalesce((select max(m.published_at) from ${scope.from(messages, 'm')} where m.patient_id = ${message_rooms.patient_id} and ${isReply(scope)}), '-infinity')`
  const waitsSince = sql`coalesce((select min(m.published_at) from ${scope.from(messages, 'm')} where ${patientMessages} and m.published_at > ${lastReply}), (select max(m.published_at) from ${scope.from(messages, 'm')} where ${patientMessages}))`
  const stillWaitsSince =
    up_to_message_id === undefined
      ? null
      : sql`(select min(m.published_at) from ${scope.from(messages, 'm')} where ${patientMessages} and m.published_at > ${lastReply} and m.id > ${up_to_message_id})`
  const [changed] = await scope
    .update(message_rooms)
    .set({ unresponded_since: needs_reply ? sql`coalesce(${message_rooms.unresponded_since}, ${waitsSince})` : stillWaitsSince })
    .where(eq(message_rooms.id, id))
    .returning({ unresponded_since: message_rooms.unresponded_since })
  assertValid({ needs_reply: needs_reply && changed?.unresponded_since === null && 'not_allowed' })
}

/** Changes whether a conversation waits for a reply, or who takes care of it. Throws 404 for a conversation outside the scope. */
export const changeRoom = async (scope: PatientScope, input: Input<typeof changeMessageRoom>): Promise<void> => {
  const { id, needs_reply, assignee_id } = input
  assertValid({
    needs_reply: needs_reply === undefined && assignee_id === undefined && 'required',
    assignee_id: typeof assignee_id === 'number' && !(await mayDoTasks(scope.db, assignee_id)) && 'not_allowed',
  })
  // locks the room as sending does, so that messages being sent are included
  requireRow(await lockedRoom(scope).execute({ id }))
  if (assignee_id !== undefined) await scope.update(message_rooms).set({ assignee_id }).where(eq(message_rooms.id, id))
  if (needs_reply !== undefined) await setNeedsReply(scope, input)
}
