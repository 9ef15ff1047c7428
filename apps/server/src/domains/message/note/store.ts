import { fold } from '@sukoyaka/rules/fold'
import { careRoles } from '@sukoyaka/wire/access'
import { type addMessageNote, type listMessageNotes, type MessageNote, maxNotesPerReply } from '@sukoyaka/wire/care/message-note'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import { isAnyOf, preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { publishUserEvent } from '../../../realtime/event-rows.ts'
import { peopleByIds } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { notifications } from '../../notification/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { message_notes } from '../tables.ts'

type Row = typeof message_notes.$inferSelect

const notes = patientQuery(({ db, rows }, hasSince: boolean) =>
  db
    .select()
    .from(rows(message_notes))
    .where(
      and(
        eq(message_notes.patient_id, sql.placeholder('patient_id')),
        hasSince ? gte(message_notes.created_at, sql`${sql.placeholder('since')}::timestamptz`) : undefined,
      ),
    )
    .orderBy(desc(message_notes.created_at), desc(message_notes.id))
    .limit(maxNotesPerReply),
)

export const withPeople = async (scope: PatientScope, rows: Row[]): Promise<MessageNote[]> => {
  const people = await peopleByIds(scope.db, [...new Set(rows.flatMap(({ author_id, mention_ids }) => [author_id, ...mention_ids]))])
  return rows.map(({ author_id, mention_ids, ...row }) => ({
    ...row,
    author: people.get(author_id)!,
    mentions: mention_ids.flatMap((id) => people.get(id) ?? []),
  }))
}

export const notesOf = async (scope: PatientScope, { patient_id, since }: Input<typeof listMessageNotes>): Promise<MessageNote[]> => {
  await requirePatient(scope, patient_id)
  return withPeople(scope, await notes(scope, since !== undefined).execute({ patient_id, ...(since !== undefined && { since }) }))
}

const colleagues = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isAnyOf(users.id), isNull(users.deactivated_at), inArray(users.role, [...careRoles]))),
)

/**
 * Creates an open mention notification about this conversation for each person, or increases the count of the one they have. A new notification names no message, so that opening the conversation marks it as checked.
 */
const notifyOfNote = async (scope: PatientScope, patient_id: number, user_ids: readonly number[]) => {
  await scope.db.execute(sql`
    insert into ${notifications} (user_id, kind, patient_id)
    select user_id, 'mention', ${patient_id} from unnest(${sql.param(user_ids)}::bigint[]) as mentioned (user_id)
    order by user_id
    on conflict (user_id, kind, patient_id) where checked_at is null and kind in ('message', 'mention')
    do update set count = ${notifications.count} + 1, updated_at = now(), pushed_at = null,
      unmailed_since = case when ${notifications.mailed_at} is null then ${notifications.unmailed_since} else now() end, mailed_at = null`)
  for (const user_id of user_ids) await publishUserEvent(scope.db, user_id, ['notifications'])
}

/** Decrements the open notifications that count the note, and deletes those that count nothing else. */
const forgetNote = async (scope: PatientScope, { patient_id, author_id, mention_ids, created_at }: Row) => {
  if (!mention_ids.length) return
  const { rows } = await scope.db.execute<{ user_id: number }>(sql`
    update ${notifications} set count = count - 1
    where user_id = any(${sql.param(mention_ids)}::bigint[]) and user_id <> ${author_id} and kind = 'mention' and patient_id = ${patient_id}
      and checked_at is null and created_at <= ${created_at}::timestamptz
    returning user_id`)
  if (!rows.length) return
  const user_ids = rows.map(({ user_id }) => Number(user_id))
  await scope.db.execute(sql`
    delete from ${notifications} where user_id = any(${sql.param(user_ids)}::bigint[]) and kind = 'mention' and patient_id = ${patient_id}
      and checked_at is null and count < 1`)
  for (const user_id of user_ids) await publishUserEvent(scope.db, user_id, ['notifications'])
}

/** Only active care staff can be mentioned: patients must not learn of notes. */
export const insertNote = async (scope: PatientScope, actor: Actor, input: Input<typeof addMessageNote>): Promise<MessageNote> => {
  const { patient_id } = input
  await requirePatient(scope, patient_id)
  const body = normalizeText(input.body)
  const mention_ids = [...new Set(input.mention_ids)]
  const found = mention_ids.length ? await colleagues(scope.db).execute({ ids: mention_ids }) : []
  assertValid({ body: !body && 'required', mention_ids: found.length < mention_ids.length && 'not_allowed' })
  const [row] = await scope
    .insert(message_notes)
    .values({ patient_id, author_id: actor.id, body, body_search: fold(body), mention_ids })
    .returning()
  const others = mention_ids.filter((id) => id !== actor.id)
  if (others.length) await notifyOfNote(scope, patient_id, others)
  return (await withPeople(scope, [row!]))[0]!
}

export const deleteNote = async (scope: PatientScope, actor: Actor, id: number): Promise<void> => {
  const [deleted] = await scope
    .delete(message_notes)
    .where(and(eq(message_notes.id, id), actor.role === 'admin' ? undefined : eq(message_notes.author_id, actor.id)))
    .returning()
  if (!deleted) throw apiError('not_found')
  await forgetNote(scope, deleted)
  scope.record(deleted.patient_id)
}
