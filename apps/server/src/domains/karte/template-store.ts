import { type addKarteTemplate, type changeKarteTemplate, type KarteTemplate, maxKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, count, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { assertValid } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery, rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { karte_templates } from './tables.ts'

const { author_id, ...columns } = getTableColumns(karte_templates)
const isOwnTemplate = (actor: Actor, id: number) => and(eq(karte_templates.id, id), eq(author_id, actor.id))

const isOfAuthor = eq(author_id, sql.placeholder('author_id'))

const templatesOfAuthor = preparedQuery((db) =>
  db.select(columns).from(karte_templates).where(isOfAuthor).orderBy(asc(karte_templates.name)).limit(maxKarteTemplates),
)
export const templatesOf = (db: Db, actor: Actor): Promise<KarteTemplate[]> => templatesOfAuthor(db).execute({ author_id: actor.id })

const normalizeTemplate = <T extends { name?: string | undefined; body?: string | undefined }>({ name, body, ...rest }: T) => ({
  ...rest,
  ...(name !== undefined && { name: name.trim() }),
  ...(body !== undefined && { body: body.replace(/\r\n?/g, '\n') }),
})

const lockedAuthor = preparedQuery(() => rawQuery(sql`select from users where id = ${sql.placeholder('author_id')} for no key update`))
/** Locks the author's row, so that concurrent requests neither exceed the limit nor take the same name. */
const serializeWrites = (db: Db, actor: Actor) => lockedAuthor(db).execute({ author_id: actor.id })

const templateCount = preparedQuery((db) => db.select({ count: count() }).from(karte_templates).where(isOfAuthor))

export const insertTemplate = async (db: Db, actor: Actor, input: Input<typeof addKarteTemplate>): Promise<KarteTemplate> => {
  const { name, body } = normalizeTemplate(input) as { name: string; body: string }
  assertValid({ name: !name && 'required', body: !body.trim() && 'required' })
  await serializeWrites(db, actor)
  const [stored] = await templateCount(db).execute({ author_id: actor.id })
  if (stored!.count >= maxKarteTemplates) throw apiError('invalid', { fields: { name: ['too_many'] } })
  const [added] = await db.insert(karte_templates).values({ author_id: actor.id, name, body }).onConflictDoNothing().returning(columns)
  assertValid({ name: !added && 'taken' })
  return added!
}

const lockedTemplate = preparedQuery((db) =>
  db
    .select(columns)
    .from(karte_templates)
    .where(and(eq(karte_templates.id, sql.placeholder('id')), isOfAuthor))
    .for('update'),
)
const otherWithName = preparedQuery((db) =>
  db
    .select({ id: karte_templates.id })
    .from(karte_templates)
    .where(and(isOfAuthor, eq(karte_templates.name, sql.placeholder('name')), ne(karte_templates.id, sql.placeholder('id')))),
)

export const updateTemplate = async (db: Db, actor: Actor, { id, updated_at, ...input }: Input<typeof changeKarteTemplate>): Promise<KarteTemplate> => {
  await serializeWrites(db, actor)
  const [existing] = await lockedTemplate(db).execute({ id, author_id: actor.id })
  if (!existing) throw apiError('not_found')
  assertUnchanged(existing, updated_at)
  const { name = existing.name, body = existing.body } = normalizeTemplate(input)
  assertValid({ name: !name && 'required', body: !body.trim() && 'required' })
  const [duplicate] = await otherWithName(db).execute({ author_id: actor.id, name, id })
  assertValid({ name: duplicate && 'taken' })
  const [changed] = await db
    .update(karte_templates)
    .set({ name, body, updated_at: later(karte_templates.updated_at) })
    .where(isOwnTemplate(actor, id))
    .returning(columns)
  return changed!
}

export const deleteTemplate = async (db: Db, actor: Actor, id: number): Promise<null> => {
  const { rowCount } = await db.delete(karte_templates).where(isOwnTemplate(actor, id))
  if (!rowCount) throw apiError('not_found')
  return null
}
