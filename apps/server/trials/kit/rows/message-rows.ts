import { sql } from 'drizzle-orm'
import { addBulks, addProposals, type BulkRows, noBulks, noProposals, type Proposal } from './bulk-rows.ts'
import type { RowsTarget } from './target.ts'

/** Messages of one conversation. `sent`: ids by sender that DELETE requests use up, without the patient's first two, which have files. */
export type MessageRows = { message_id: number; sent: Record<number, number[]>; proposals: Proposal[]; bulk: BulkRows }

const unusedId = 8_888_888
export const noMessages: MessageRows = { message_id: unusedId, sent: {}, proposals: noProposals, bulk: noBulks }

const messagesPerUser = 13

/** Adds messages of the patient and all staff to the conversation, and makes the patient's contract include messages. */
export const addMessages = async (testApp: RowsTarget, user_id: number, doctor_id: number, canary: string): Promise<MessageRows> => {
  const { db } = testApp.context
  const proposals = await addProposals(testApp, user_id)
  await db.execute(
    sql`update contracts set plan_id = (select p.id from plans p join services s on s.id = p.service_id where s.chat order by p.id limit 1) where user_id = ${user_id}`,
  )
  const { rows } = await db.execute<{ id: number; sender_id: number }>(sql`
    insert into messages (patient_id, sender_id, body, body_search)
    select ${user_id}, u.id, ${canary}, ${canary} from generate_series(1, ${messagesPerUser}) n, users u where u.id = ${user_id} or u.role <> 'patient' order by u.role <> 'patient', n, u.id
    returning id, sender_id`)
  const sent: MessageRows['sent'] = Object.fromEntries(
    [...Map.groupBy(rows, ({ sender_id }) => Number(sender_id))].map(([sender_id, ownRows]) => [sender_id, ownRows.map(({ id }) => Number(id))]),
  )
  const message_id = sent[user_id]!.shift()!
  const insertFile = (messageId: number, type: 'image' | 'file', fileKey: string) =>
    db.execute(sql`
    with file as (insert into files (user_id, owner, key, kind, content_type, name, size) values (${user_id}, 'message', ${`${fileKey}${String(user_id).padStart(34, '0')}`}, 'image', 'image/webp', ${`${canary}.webp`}, 1) returning id),
      said as (update messages set content_type = ${type} where id = ${messageId})
    insert into message_files (message_id, patient_id, file_id) select ${messageId}, ${user_id}, id from file`)
  await insertFile(message_id, 'image', 'aa')
  await insertFile(sent[user_id]!.shift()!, 'file', 'ab')
  await db.execute(sql`insert into message_unreads (user_id, patient_id, unread_count) values (${doctor_id}, ${user_id}, 1), (${user_id}, ${user_id}, 1)`)
  await db.execute(sql`insert into message_reminders (patient_id, user_id, remind_at) values (${user_id}, ${doctor_id}, '2026-12-01T00:00:00Z')`)
  await db.execute(
    sql`update message_rooms set unresponded_since = '2026-11-20T01:00:00Z', last_message_at = '2026-11-20T01:00:00Z', last_message_id = ${message_id} where patient_id = ${user_id}`,
  )
  return { message_id, sent, proposals, bulk: await addBulks(testApp, user_id) }
}
