import { sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import type { message_likes, message_mentions, message_pins, message_reactions } from '../../domains/message/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import type { DemoMessage } from './exchanges.ts'

/** Reactions, likes, pins and mentions for the messages of one conversation. `ids`: the ids of the messages. */
export const marksFor = (patient: DemoPatient, demoMessages: readonly DemoMessage[], times: readonly string[], ids: readonly number[]) => {
  const patient_id = patient.id
  const later = (at: number, minutes: number) => new Date(Date.parse(times[at]!) + minutes * 60_000).toISOString()
  const reactions: (typeof message_reactions.$inferInsert)[] = []
  const likes: (typeof message_likes.$inferInsert)[] = []
  const pins: (typeof message_pins.$inferInsert)[] = []
  const mentions: (typeof message_mentions.$inferInsert)[] = []
  for (const [at, entry] of demoMessages.entries()) {
    const mark = { message_id: ids[at]!, patient_id }
    for (const [nth, [user_id, emoticon]] of (entry.reactions ?? []).entries())
      reactions.push({ ...mark, user_id, emoticon, created_at: later(at, 7 + nth * 5) })
    for (const user_id of entry.liked_by ?? []) likes.push({ ...mark, user_id, created_at: later(at, 9) })
    if (entry.pinned_by !== undefined) pins.push({ ...mark, user_id: entry.pinned_by, created_at: later(at, 2) })
    for (const user_id of entry.mentions ?? []) mentions.push({ ...mark, user_id })
  }
  return { reactions, likes, pins, mentions }
}

/** Inserts read marks, some time after the publication of each message. Also links the message of a questionnaire request to the request. */
export const addOpenings = async (db: Db, patients: readonly DemoPatient[], now: Date) => {
  const people = sql`${sql.param(patients.map(({ id }) => id))}::bigint[]`
  await db.execute(sql`
    insert into message_open_histories (message_id, patient_id, user_id, opened_at)
    select m.id, m.patient_id, u.user_id, least(m.published_at + (2 + (m.id * 7 + u.user_id * 13) % 90) * interval '1 minute', ${now.toISOString()}::timestamptz)
    from message_unreads u join messages m on m.patient_id = u.patient_id and m.id <= u.last_read_message_id and m.sender_id <> u.user_id
    where u.patient_id = any(${people})`)
  await db.execute(sql`
    update messages m set data_entry_request_id = (select min(r.id) from data_entry_requests r where r.patient_id = m.patient_id)
    where m.message_type = 'data_entry_request' and m.patient_id = any(${people})`)
}
