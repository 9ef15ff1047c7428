import { type KarteImage, maxImagesPerKarte } from '@sukoyaka/wire/care/karte'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor, Reach } from '../../access/gate.ts'
import type { Db } from '../../database/db.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import { type AddressOf, placesOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { karte_drafts, karte_images, kartes, standing } from './tables.ts'

export const ownerOfKarteImages = 'karte'

/** A note, or what is being written. */
export type Holder = 'karte_id' | 'draft_id'

const there = isNull(karte_images.deleted_at)

/** The pictures of each of these, in the order they came. Whoever asks reached the holders already. */
export const imagesOf = async (db: Db, _reach: Reach, holder: Holder, ids: number[], address: AddressOf): Promise<Map<number, KarteImage[]>> => {
  if (!ids.length) return new Map()
  const rows = await db
    .select({
      holder_id: karte_images[holder],
      attachment_id: karte_images.id,
      file_id: files.id,
      content_type: files.content_type,
      name: files.name,
      width: files.width,
      height: files.height,
      size: files.size,
    })
    .from(karte_images)
    .innerJoin(files, eq(files.id, karte_images.file_id))
    .where(and(inArray(karte_images[holder], ids), there))
    .orderBy(asc(karte_images.id))
  const found = new Map<number, KarteImage[]>()
  for (const { holder_id, file_id, ...row } of rows) {
    const image = { ...row, ...placesOf(address, file_id) }
    found.set(holder_id!, [...(found.get(holder_id!) ?? []), image])
  }
  return found
}

export const countImages = (db: Db, _reach: Reach, holder: Holder, id: number) => db.$count(karte_images, and(eq(karte_images[holder], id), there))

/** The holder's row is locked by the caller, so that two who add at once do not pass the limit together. */
export const attachImages = async (
  db: Db,
  reach: Reach,
  holder: Holder,
  { id, user_id }: { id: number; user_id: number },
  uploads: Upload[],
  field: string,
) => {
  if (!uploads.length) return
  if ((await countImages(db, reach, holder, id)) + uploads.length > maxImagesPerKarte) throw apiError('invalid', { fields: { [field]: ['too_many'] } })
  const ids = await insertFiles(db, user_id, ownerOfKarteImages, uploads)
  await db.insert(karte_images).values(ids.map((file_id) => ({ [holder]: id, file_id })))
}

/** The keys of a draft's pictures, whose bytes are to go once the call is committed. */
export const keysOfImages = async (db: Db, _reach: Reach, draft_id: number): Promise<string[]> =>
  (await db.select({ key: files.key }).from(karte_images).innerJoin(files, eq(files.id, karte_images.file_id)).where(eq(karte_images.draft_id, draft_id))).map(
    ({ key }) => key,
  )

/** What a note showed is kept with it. */
export const hideImage = async (db: Db, { actor }: { actor: Actor }, karte_id: number, attachment_id: number): Promise<void> => {
  const { rowCount } = await db
    .update(karte_images)
    .set({ deleted_at: sql`now()` as never, deleted_by: actor.id })
    .where(and(eq(karte_images.id, attachment_id), eq(karte_images.karte_id, karte_id), there))
  if (!rowCount) throw apiError('not_found')
}

export const detachImage = async (db: Db, _reach: Reach, draft_id: number, attachment_id: number): Promise<string[]> => {
  const which: SQL = and(eq(karte_images.id, attachment_id), eq(karte_images.draft_id, draft_id))!
  const keys = (await db.select({ key: files.key }).from(karte_images).innerJoin(files, eq(files.id, karte_images.file_id)).where(which)).map(({ key }) => key)
  if (!keys.length) throw apiError('not_found')
  await db.delete(karte_images).where(which)
  return keys
}

/** What was added to the draft becomes the note's. */
export const adoptImages = async (db: Db, reach: Reach, draft_id: number, karte_id: number, field: string) => {
  await db.update(karte_images).set({ karte_id, draft_id: null }).where(eq(karte_images.draft_id, draft_id))
  if ((await countImages(db, reach, 'karte_id', karte_id)) > maxImagesPerKarte) throw apiError('invalid', { fields: { [field]: ['too_many'] } })
}

/** Whether a file hangs on a note or on what somebody is writing. Its address was signed for who may see it: a draft's for its author alone. */
export const isKarteImageOpen = async (db: Db, _reach: Reach, file_id: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`select from ${karte_images} left join ${karte_drafts} on ${karte_drafts.id} = ${karte_images.draft_id}
    left join ${kartes} on ${kartes.id} = coalesce(${karte_images.karte_id}, ${karte_drafts.karte_id})
    where ${karte_images.file_id} = ${file_id} and ${there} and ${standing}`)
  return Boolean(rowCount)
}
