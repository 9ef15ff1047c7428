import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { and, eq, sql } from 'drizzle-orm'
import type { AppContext } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { files } from '../database/tables.ts'
import { apiError } from '../errors/api-error.ts'
import { iconKeyIn, iconUrlOf } from './icon-url.ts'
import { removeFiles, type Upload } from './store-uploads.ts'

/** Inserts rows for uploads in the call's transaction; returns their ids in upload order. */
export const insertFiles = async (db: Db, user_id: number, owner: string, uploads: Upload[]): Promise<number[]> => {
  if (!uploads.length) return []
  const rows = await db
    .insert(files)
    .values(uploads.map(({ field, ...upload }) => ({ user_id, owner, ...upload })))
    .returning({ id: files.id, key: files.key })
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return uploads.map(({ key }) => ids.get(key)!)
}

/** Throws `storage_full` if the user's stored files of this owner and the uploads exceed `max` bytes. The caller must hold a lock that orders uploads. */
export const requireStorage = async (db: Db, user_id: number, owner: string, uploads: readonly Upload[], max: number) => {
  const [existing] = await db
    .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(and(eq(files.user_id, user_id), eq(files.owner, owner)))
  if (uploads.reduce((sum, { size }) => sum + size, Number(existing!.bytes)) > max) throw apiError('storage_full')
}

export const findFile = async (db: Db, id: number) => (await db.select().from(files).where(eq(files.id, id)))[0]

/** Key of the file that names the installation to which the file store belongs. It has no row. */
export const ownerKey = 'installation'

/** Whether the file store belongs to this database: both hold the same id. A store without an id gets that of this database. */
export const isOwnFileStore = async ({ db, files: store }: Pick<AppContext, 'db' | 'files'>): Promise<boolean> => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from installation`)
  const { id } = rows[0]!
  const stored = await store.get(ownerKey)
  if (stored) return (await text(stored)) === id
  await store.put(ownerKey, Readable.from(id))
  return true
}

/** From this age on, a file without a row is an orphan: no transaction runs that long. */
const graceMs = 2 * 3_600_000

/** Deletes those of these files that no row names. Returns their number; an image with its variants counts as one. */
export const removeUnnamedFiles = async (context: Pick<AppContext, 'db' | 'files' | 'log'>, keys: string[]): Promise<number> => {
  const iconUrls = sql`${sql.param(keys.map(iconUrlOf))}::text[]`
  const { rows } = await context.db.execute<{ key: string }>(
    sql`select key from files where key = any(${sql.param(keys)}::text[]) union all select icon from users where icon = any(${iconUrls})
      union all select before ->> 'icon' from patient_merge_changes where table_name = 'users' and before ->> 'icon' = any(${iconUrls})
      union all select image from products, unnest(images) image where image = any(${iconUrls})
      union all select key from audit_archives where key = any(${sql.param(keys)}::text[])
      union all select key from fhir_export_files where key = any(${sql.param(keys)}::text[])`,
  )
  const knownKeys = new Set(rows.map(({ key }) => iconKeyIn(key) ?? key))
  const unnamed = keys.filter((key) => !knownKeys.has(key))
  await removeFiles(context, unnamed)
  return unnamed.length
}

/** Deletes files without a row, such as leftovers of a crash or of a deleted patient. Returns their number, counted as by `removeUnnamedFiles`. */
export const removeOrphanFiles = async (context: Pick<AppContext, 'db' | 'files' | 'log'>, now: Date, minAgeMs = graceMs): Promise<number> => {
  const oldKeys = new Set<string>()
  for await (const { key, at } of context.files.list()) if (key !== ownerKey && now.getTime() - at > minAgeMs) oldKeys.add(key.split('-')[0]!)
  const keys = [...oldKeys]
  let removed = 0
  for (let from = 0; from < keys.length; from += 1_000) removed += await removeUnnamedFiles(context, keys.slice(from, from + 1_000))
  return removed
}
