import type { getSharedReply, listSharedReplies } from '@sukoyaka/wire/boards/admin/canned-reply'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { pageOf } from '../../../database/page.ts'
import { conditionOf, filtersOf, preparedQuery } from '../../../database/prepared.ts'
import { containsPatterns, wordPatterns } from '../../../database/text-search.ts'
import { apiError } from '../../../errors/api-error.ts'
import { peopleByIds, personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { canned_replies as replies } from '../../canned-reply/tables.ts'
import { orderOf } from '../list-store.ts'

const columns = { id: replies.id, title: replies.title, body: replies.body, is_shared: replies.is_shared, updated_at: replies.updated_at }
const sorts = { title: replies.title, updated_at: replies.updated_at }

const pagesOfReplies = preparedQuery((db, given: string, sort: string) =>
  db
    .select({ ...columns, owner: personColumns, total_count: sql<number>`(count(*) over ())::int` })
    .from(replies)
    .innerJoin(users, eq(users.id, replies.owner_id))
    .where(and(replies.is_shared, conditionOf({ words: containsPatterns(replies.search) }, given)))
    .orderBy(...orderOf(sorts, replies.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
export const sharedReplies = (db: Db, { q, sort = 'title', page = 1 }: Input<typeof listSharedReplies>) => {
  const values = { words: wordPatterns(q) }
  return pageOf(page, (limits) => pagesOfReplies(db, filtersOf(values), sort).execute({ ...values, ...limits }))
}

const sharedById = preparedQuery((db) =>
  db
    .select({ ...columns, owner_id: replies.owner_id })
    .from(replies)
    .where(and(eq(replies.id, sql.placeholder('id')), replies.is_shared)),
)

/** Throws 404 if there is no shared reply with this id. */
export const sharedReplyOf = async (db: Db, id: number): Promise<Reply<typeof getSharedReply>> => {
  const [found] = await sharedById(db).execute({ id })
  if (!found) throw apiError('not_found')
  const { owner_id, ...reply } = found
  const people = await peopleByIds(db, [owner_id])
  return { ...reply, owner: people.get(owner_id)! }
}
