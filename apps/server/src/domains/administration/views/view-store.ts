import type { addView, changeView, SavedView } from '@sukoyaka/wire/boards/admin/view'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import { later } from '../../../database/columns.ts'
import { type Db, violatedUniqueOf } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { assertUnchanged } from '../../../errors/assert-unchanged.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { saved_views } from './tables.ts'

const columns = {
  id: saved_views.id,
  table: saved_views.table_name,
  name: saved_views.name,
  query: saved_views.query,
  is_shared: saved_views.is_shared,
  owner: personColumns,
  updated_at: saved_views.updated_at,
}
const isOwn = eq(saved_views.owner_id, sql.placeholder('owner_id'))
const visible = preparedQuery((db) =>
  db
    .select(columns)
    .from(saved_views)
    .innerJoin(users, eq(users.id, saved_views.owner_id))
    .where(and(sql`(${sql.placeholder('table')}::text is null or ${saved_views.table_name} = ${sql.placeholder('table')})`, or(isOwn, saved_views.is_shared)))
    .orderBy(asc(saved_views.name), asc(saved_views.id))
    .limit(200),
)
const ownById = preparedQuery((db) =>
  db
    .select(columns)
    .from(saved_views)
    .innerJoin(users, eq(users.id, saved_views.owner_id))
    .where(and(eq(saved_views.id, sql.placeholder('id')), isOwn)),
)
const locked = preparedQuery((db) =>
  db
    .select({ updated_at: saved_views.updated_at })
    .from(saved_views)
    .where(and(eq(saved_views.id, sql.placeholder('id')), isOwn))
    .for('update'),
)

/** The views of this owner and the shared ones, of one list or of all: the first 200 by name. */
export const viewsOf = async (db: Db, owner_id: number, table: string | undefined): Promise<SavedView[]> =>
  (await visible(db).execute({ owner_id, table: table ?? null })).map((view) => ({ ...view, is_own: view.owner.id === owner_id }))

const ownView = async (db: Db, owner_id: number, id: number): Promise<SavedView> => {
  const [found] = await ownById(db).execute({ id, owner_id })
  if (!found) throw apiError('not_found')
  return { ...found, is_own: true }
}

const toStore = (name: string) => {
  const stored = normalizeText(name)
  assertValid({ name: !stored && 'required' })
  return stored
}
const takenName = (error: unknown) => (violatedUniqueOf(error) === 'saved_views_name' ? fieldError('name', 'taken') : error)

/** Throws 422 without a name, or if the owner has another view of this name for the list. */
export const insertView = async (db: Db, owner_id: number, { table, name, query, is_shared }: Input<typeof addView>): Promise<SavedView> => {
  try {
    const [added] = await db
      .insert(saved_views)
      .values({ owner_id, table_name: table, name: toStore(name), query: normalizeText(query), is_shared })
      .returning({ id: saved_views.id })
    return await ownView(db, owner_id, added!.id)
  } catch (error) {
    throw takenName(error)
  }
}

/** Throws 404 for somebody else's view, 409 if it was saved since `updated_at`, and 422 as `insertView` does. */
export const updateView = async (db: Db, owner_id: number, { id, name, query, is_shared, updated_at }: Input<typeof changeView>): Promise<SavedView> => {
  const [existing] = await locked(db).execute({ id, owner_id })
  if (!existing) throw apiError('not_found')
  assertUnchanged(existing, updated_at)
  try {
    await db
      .update(saved_views)
      .set({ name: toStore(name), query: normalizeText(query), is_shared, updated_at: later(saved_views.updated_at) })
      .where(eq(saved_views.id, id))
    return await ownView(db, owner_id, id)
  } catch (error) {
    throw takenName(error)
  }
}

/** Throws 404 for somebody else's view. */
export const deleteView = async (db: Db, owner_id: number, id: number): Promise<null> => {
  await ownView(db, owner_id, id)
  await db.delete(saved_views).where(eq(saved_views.id, id))
  return null
}
