import { unknownPlaceholders } from '@sukoyaka/rules/care/canned-reply'
import { fold } from '@sukoyaka/rules/fold'
import { type addCannedReply, type CannedReply, type changeCannedReply, maxCannedReplies } from '@sukoyaka/wire/care/canned-reply'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { conditionOf, equalTo, filtersOf, preparedQuery, rawQuery } from '../../database/prepared.ts'
import { containsPatterns, wordPatterns } from '../../database/text-search.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { canned_replies as replies } from './tables.ts'

const isOwn = eq(replies.owner_id, sql.placeholder('actor_id'))
const mayChange = (isAdmin: boolean) => (isAdmin ? or(isOwn, replies.is_shared)! : isOwn)

const conditions = { ...equalTo({ id: replies.id }), words: containsPatterns(replies.search) }
const repliesWhere = preparedQuery((db, isAdmin: boolean, given: string) =>
  db
    .select({
      id: replies.id,
      title: replies.title,
      body: replies.body,
      is_shared: replies.is_shared,
      owner: personColumns,
      may_change: sql<boolean>`(${mayChange(isAdmin)})`,
      created_at: replies.created_at,
      updated_at: replies.updated_at,
    })
    .from(replies)
    .innerJoin(users, eq(users.id, replies.owner_id))
    .where(and(or(isOwn, replies.is_shared), conditionOf(conditions, given)))
    .orderBy(desc(sql`(${isOwn})`), asc(replies.title), asc(replies.id))
    .limit(1000),
)
const find = (db: Db, { id: actor_id, role }: Actor, values: { id?: number; words?: string[] | undefined }): Promise<CannedReply[]> =>
  repliesWhere(db, role === 'admin', filtersOf(values)).execute({ ...values, actor_id })

/** Own replies first, then shared ones. */
export const repliesOf = (db: Db, actor: Actor, query: string | undefined): Promise<CannedReply[]> => find(db, actor, { words: wordPatterns(query) })

const replyOf = async (db: Db, actor: Actor, id: number): Promise<CannedReply> => {
  const [found] = await find(db, actor, { id })
  if (!found) throw apiError('not_found')
  return found
}

type ReplyTexts = { title: string; body: string }

const assertValidTexts = ({ title, body }: ReplyTexts) =>
  assertValid({ title: !title && 'required', body: !body ? 'required' : unknownPlaceholders(body).length > 0 && 'not_allowed' })

const ownerLock = preparedQuery(() => rawQuery(sql`select from ${users} where id = ${sql.placeholder('owner_id')} for no key update`))

/** Locks per owner, so that concurrent calls cannot exceed the limit or take the same title. */
const serializeWrites = (db: Db, owner_id: number) => ownerLock(db).execute({ owner_id })

const searchOf = ({ title, body }: ReplyTexts) => fold(`${title}\n${body}`)

const countOfOwner = preparedQuery((db) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(replies)
    .where(eq(replies.owner_id, sql.placeholder('owner_id'))),
)

export const insertReply = async (db: Db, actor: Actor, input: Input<typeof addCannedReply>): Promise<CannedReply> => {
  const texts = { title: input.title.trim(), body: normalizeText(input.body) }
  assertValidTexts(texts)
  await serializeWrites(db, actor.id)
  const [own] = await countOfOwner(db).execute({ owner_id: actor.id })
  assertValid({ title: own!.count >= maxCannedReplies && 'too_many' })
  const [added] = await db
    .insert(replies)
    .values({ owner_id: actor.id, ...texts, is_shared: input.is_shared ?? false, search: searchOf(texts) })
    .onConflictDoNothing()
    .returning({ id: replies.id })
  assertValid({ title: !added && 'taken' })
  return replyOf(db, actor, added!.id)
}

const locked = preparedQuery((db, isAdmin: boolean) =>
  db
    .select()
    .from(replies)
    .where(and(eq(replies.id, sql.placeholder('id')), mayChange(isAdmin)))
    .for('update'),
)

/** Locks a reply. Throws 403 for a shared one that the caller may not change and 404 for another's private one. */
const lockReply = async (db: Db, actor: Actor, id: number) => {
  const { may_change } = await replyOf(db, actor, id)
  if (!may_change) throw apiError('forbidden')
  const [existing] = await locked(db, actor.role === 'admin').execute({ id, actor_id: actor.id })
  if (!existing) throw apiError('not_found')
  return existing
}

const otherWithTitle = preparedQuery((db) =>
  db
    .select({ id: replies.id })
    .from(replies)
    .where(and(eq(replies.owner_id, sql.placeholder('owner_id')), eq(replies.title, sql.placeholder('title')), ne(replies.id, sql.placeholder('id')))),
)

export const updateReply = async (db: Db, actor: Actor, { id, updated_at, ...input }: Input<typeof changeCannedReply>): Promise<CannedReply> => {
  const existing = await lockReply(db, actor, id)
  assertUnchanged(existing, updated_at)
  const texts = { title: input.title?.trim() ?? existing.title, body: input.body === undefined ? existing.body : normalizeText(input.body) }
  assertValidTexts(texts)
  await serializeWrites(db, existing.owner_id)
  const [duplicate] = await otherWithTitle(db).execute({ owner_id: existing.owner_id, title: texts.title, id })
  assertValid({ title: duplicate && 'taken' })
  await db
    .update(replies)
    .set({ ...texts, is_shared: input.is_shared ?? existing.is_shared, search: searchOf(texts), updated_at: later(replies.updated_at) })
    .where(eq(replies.id, id))
  // an admin who unshares another person's reply would no longer see it: forbidden
  const [changed] = await find(db, actor, { id })
  if (!changed) throw apiError('forbidden')
  return changed
}

export const deleteReply = async (db: Db, actor: Actor, id: number): Promise<null> => {
  await lockReply(db, actor, id)
  await db.delete(replies).where(eq(replies.id, id))
  return null
}
