import type { Message } from '@sukoyaka/wire/care/message'
import type { Person } from '@sukoyaka/wire/people/account'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { PatientSource } from '../../../access/patient-query.ts'
import { files } from '../../../database/tables.ts'
import { users } from '../../account/tables.ts'
import { message_files, message_likes, message_mentions, message_open_histories, message_pins, message_reactions, messages } from '../tables.ts'

type People = { [K in 'id' | 'role' | 'first_name' | 'last_name' | 'first_name_kana' | 'last_name_kana' | 'icon']: PgColumn }

/** A person as JSON within a row, in the wire's shape. */
export const personJson = (person: People): SQL<Person> =>
  sql`jsonb_build_object('id', ${person.id}, 'role', ${person.role}, 'first_name', ${person.first_name}, 'last_name', ${person.last_name},
    'first_name_kana', ${person.first_name_kana}, 'last_name_kana', ${person.last_name_kana}, 'icon', ${person.icon})`

export type FileRow = {
  attachment_id: number
  message_id: number
  file_id: number
  kind: 'image' | 'video' | 'document'
  content_type: string
  name: string
  width: number | null
  height: number | null
  size: number
}

const listOf = <T>(query: SQL) => sql<T[]>`(select coalesce(jsonb_agg(x.it order by x.at), '[]') from (${query}) x)`

const maxQuoteLength = 200
const personAlias = alias(users, 'p')

/** The columns of a message for this reader. Each subquery uses an index. */
export const messageColumns = (source: PatientSource, viewer_id: number | Placeholder, isPatient: boolean) => ({
  id: messages.id,
  patient_id: messages.patient_id,
  sender: personJson(users),
  body: messages.body,
  content_type: messages.content_type,
  message_type: messages.message_type,
  is_urgent: messages.is_urgent,
  reply_to_message_id: messages.reply_to_message_id,
  reply_to: sql<
    Message['reply_to']
  >`(select jsonb_build_object('id', q.id, 'body', left(q.body, ${sql.raw(String(maxQuoteLength))}), 'content_type', q.content_type,
      'is_deleted', q.deleted_at is not null, 'sender', ${personJson(personAlias)})
    from ${source.from(messages, 'q')} join users p on p.id = q.sender_id where q.id = ${messages.reply_to_message_id})`,
  attachments:
    listOf<FileRow>(sql`select ${message_files.id} as at, jsonb_build_object('attachment_id', ${message_files.id}, 'message_id', ${message_files.message_id}, 'file_id', ${files.id},
      'kind', ${files.kind}, 'content_type', ${files.content_type}, 'name', ${files.name}, 'width', ${files.width}, 'height', ${files.height}, 'size', ${files.size}) as it
    from ${source.rows(message_files)} join ${files} on ${files.id} = ${message_files.file_id} where ${message_files.message_id} = ${messages.id}`),
  mentions: listOf<Person>(sql`select p.id as at, ${personJson(personAlias)} as it
    from ${source.rows(message_mentions)} join users p on p.id = ${message_mentions.user_id} where ${message_mentions.message_id} = ${messages.id}`),
  reactions: listOf<Message['reactions'][number]>(sql`select min(r.id) as at, jsonb_build_object('emoticon', r.emoticon, 'count', count(*)::int,
      'mine_id', min(r.id) filter (where r.user_id = ${viewer_id}), 'names', jsonb_agg(p.last_name || ' ' || p.first_name order by r.id)) as it
    from ${source.from(message_reactions, 'r')} join users p on p.id = r.user_id where r.message_id = ${messages.id} group by r.emoticon`),
  like_count: sql<number>`(select count(*)::int from ${source.rows(message_likes)} where ${message_likes.message_id} = ${messages.id})`,
  my_like_id: sql<
    number | null
  >`(select ${message_likes.id} from ${source.rows(message_likes)} where ${message_likes.message_id} = ${messages.id} and ${message_likes.user_id} = ${viewer_id})`.mapWith(
    nullableNumber,
  ),
  // patients see that a message was read, not by whom and how many
  open_count: isPatient
    ? sql<number>`(exists (select from ${source.from(message_open_histories, 'o')} where o.message_id = ${messages.id} and o.user_id <> ${messages.sender_id}))::int`
    : sql<number>`(select count(*)::int from ${source.from(message_open_histories, 'o')} where o.message_id = ${messages.id} and o.user_id <> ${messages.sender_id})`,
  pin_id: isPatient
    ? sql<null>`null`
    : sql<number | null>`(select ${message_pins.id} from ${source.rows(message_pins)} where ${message_pins.message_id} = ${messages.id})`.mapWith(
        nullableNumber,
      ),
  data_entry_request_id: messages.data_entry_request_id,
  card: messages.card,
  client_id: sql<string | null>`case when ${messages.sender_id} = ${viewer_id} then ${messages.client_id} end`,
  published_at: messages.published_at,
  deleted_at: messages.deleted_at,
})

function nullableNumber(value: unknown): number | null {
  return value === null ? null : Number(value)
}
