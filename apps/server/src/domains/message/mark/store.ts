import type { Language } from '@sukoyaka/phrases/language'
import type { addMessageLike, addMessageReaction, MessageLike, MessageReaction } from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { localName } from '../../../database/columns.ts'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { emoticons, message_likes, message_reactions, messages } from '../tables.ts'

const emoticonsByOrder = preparedQuery((db, language: Language) =>
  db
    .select({
      id: emoticons.id,
      code: emoticons.code,
      emoji: emoticons.emoji,
      display_name: localName(emoticons, language),
      is_active: emoticons.is_active,
      sort_number: emoticons.sort_number,
    })
    .from(emoticons)
    .orderBy(asc(emoticons.sort_number), asc(emoticons.id)),
)
export const emoticonsIn = (db: Db, language: Language) => emoticonsByOrder(db, language).execute()

const messageLockedForShare = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: messages.patient_id })
    .from(rows(messages))
    .where(and(eq(messages.id, sql.placeholder('id')), isNull(messages.deleted_at)))
    .for('share'),
)

/** Locks a message against deletion until the transaction ends and returns its patient. Throws `not_found`, also for a deleted message. */
export const lockMessage = async (scope: PatientScope, id: number): Promise<number> => {
  const [message] = await messageLockedForShare(scope).execute({ id })
  if (!message) throw apiError('not_found')
  scope.record(message.patient_id)
  return message.patient_id
}

const reactionColumns = {
  id: message_reactions.id,
  message_id: message_reactions.message_id,
  user_id: message_reactions.user_id,
  emoticon: message_reactions.emoticon,
  created_at: message_reactions.created_at,
}

const emoticonByCode = preparedQuery((db) =>
  db
    .select({ code: emoticons.code })
    .from(emoticons)
    .where(and(eq(emoticons.code, sql.placeholder('emoticon')), emoticons.is_active)),
)

const [message_id, user_id] = [sql.placeholder('message_id'), sql.placeholder('user_id')]
const ownReaction = patientQuery(({ db, rows }) =>
  db
    .select(reactionColumns)
    .from(rows(message_reactions))
    .where(
      and(eq(message_reactions.message_id, message_id), eq(message_reactions.user_id, user_id), eq(message_reactions.emoticon, sql.placeholder('emoticon'))),
    ),
)

const ownLike = patientQuery(({ db, rows }) =>
  db
    .select({ id: message_likes.id, message_id: message_likes.message_id, user_id: message_likes.user_id, created_at: message_likes.created_at })
    .from(rows(message_likes))
    .where(and(eq(message_likes.message_id, message_id), eq(message_likes.user_id, user_id))),
)

/** A repeated reaction is stored once, by the unique key. */
export const insertReaction = async (
  actor: Actor,
  scope: PatientScope,
  { message_id, emoticon }: Input<typeof addMessageReaction>,
): Promise<MessageReaction> => {
  const patient_id = await lockMessage(scope, message_id)
  const [emoticonRow] = await emoticonByCode(scope.db).execute({ emoticon })
  assertValid({ emoticon: !emoticonRow && 'not_allowed' })
  await scope.insert(message_reactions).values({ message_id, patient_id, user_id: actor.id, emoticon }).onConflictDoNothing()
  const [reaction] = await ownReaction(scope).execute({ message_id, user_id: actor.id, emoticon })
  return reaction!
}

export const insertLike = async (actor: Actor, scope: PatientScope, { message_id }: Input<typeof addMessageLike>): Promise<MessageLike> => {
  const patient_id = await lockMessage(scope, message_id)
  await scope.insert(message_likes).values({ message_id, patient_id, user_id: actor.id }).onConflictDoNothing()
  const [like] = await ownLike(scope).execute({ message_id, user_id: actor.id })
  return like!
}

/** Removes a reaction or like of the actor and returns the id of its message. Throws `not_found`. */
const deleteMark = async (actor: Actor, scope: PatientScope, table: typeof message_reactions | typeof message_likes, id: number): Promise<number> => {
  const [deleted] = await scope
    .delete(table)
    .where(and(eq(table.id, id), eq(table.user_id, actor.id)))
    .returning({ message_id: table.message_id, patient_id: table.patient_id })
  if (!deleted) throw apiError('not_found')
  return deleted.message_id
}

export const deleteReaction = (actor: Actor, scope: PatientScope, id: number) => deleteMark(actor, scope, message_reactions, id)
export const deleteLike = (actor: Actor, scope: PatientScope, id: number) => deleteMark(actor, scope, message_likes, id)
