import { type KarteImage, maxImagesPerKarte } from '@sukoyaka/wire/care/karte'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import { type AddressOf, addressesOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { karte_drafts, karte_images, kartes, notDeleted } from './tables.ts'

export const ownerOfKarteImages = 'karte'

/** A karte or a draft. */
export type ImageOwner = 'karte_id' | 'draft_id'

const isNotDeleted = isNull(karte_images.deleted_at)

/** Images by holder id, oldest first. The caller has already read the holders through the scope. */
export const imagesOf = async (scope: PatientScope, owner: ImageOwner, ids: number[], address: AddressOf): Promise<Map<number, KarteImage[]>> => {
  if (!ids.length) return new Map()
  const rows = await scope.db
    .select({
      holder_id: karte_images[owner],
      attachment_id: karte_images.id,
      file_id: files.id,
      content_type: files.content_type,
      name: files.name,
      width: files.width,
      height: files.height,
      size: files.size,
    })
    .from(scope.rows(karte_images))
    .innerJoin(files, eq(files.id, karte_images.file_id))
    .where(and(inArray(karte_images[owner], ids), isNotDeleted))
    .orderBy(asc(karte_images.id))
  const found = new Map<number, KarteImage[]>()
  for (const { holder_id, file_id, ...row } of rows) {
    const image = { ...row, ...addressesOf(address, file_id) }
    found.set(holder_id!, [...(found.get(holder_id!) ?? []), image])
  }
  return found
}

export const countImages = (scope: PatientScope, owner: ImageOwner, id: number) => scope.count(karte_images, and(eq(karte_images[owner], id), isNotDeleted))

/** The caller locks the holder's row, so that concurrent uploads cannot exceed the limit together. */
export const attachImages = async (
  scope: PatientScope,
  owner: ImageOwner,
  { id, user_id }: { id: number; user_id: number },
  uploads: Upload[],
  field: string,
) => {
  if (!uploads.length) return
  if ((await countImages(scope, owner, id)) + uploads.length > maxImagesPerKarte) throw apiError('invalid', { fields: { [field]: ['too_many'] } })
  const ids = await insertFiles(scope.db, user_id, ownerOfKarteImages, uploads)
  await scope.insert(karte_images).values(ids.map((file_id) => ({ [owner]: id, file_id })))
}

/** File keys of a draft's images, to be removed after the commit. */
export const keysOfImages = async (scope: PatientScope, draft_id: number): Promise<string[]> =>
  (
    await scope.db
      .select({ key: files.key })
      .from(scope.rows(karte_images))
      .innerJoin(files, eq(files.id, karte_images.file_id))
      .where(eq(karte_images.draft_id, draft_id))
  ).map(({ key }) => key)

/** Soft-deletes an image: it is kept with the karte's history. */
export const hideImage = async (scope: PatientScope, { actor }: { actor: Actor }, karte_id: number, attachment_id: number): Promise<void> => {
  const { rowCount } = await scope
    .update(karte_images)
    .set({ deleted_at: sql`now()`, deleted_by: actor.id })
    .where(and(eq(karte_images.id, attachment_id), eq(karte_images.karte_id, karte_id), isNotDeleted))
  if (!rowCount) throw apiError('not_found')
}

export const detachImage = async (scope: PatientScope, draft_id: number, attachment_id: number): Promise<string[]> => {
  const condition: SQL = and(eq(karte_images.id, attachment_id), eq(karte_images.draft_id, draft_id))!
  const keys = (
    await scope.db.select({ key: files.key }).from(scope.rows(karte_images)).innerJoin(files, eq(files.id, karte_images.file_id)).where(condition)
  ).map(({ key }) => key)
  if (!keys.length) throw apiError('not_found')
  await scope.delete(karte_images).where(condition)
  return keys
}

/** Moves the draft's images to the karte. */
export const adoptImages = async (scope: PatientScope, draft_id: number, karte_id: number, field: string) => {
  await scope.update(karte_images).set({ karte_id, draft_id: null }).where(eq(karte_images.draft_id, draft_id))
  if ((await countImages(scope, 'karte_id', karte_id)) > maxImagesPerKarte) throw apiError('invalid', { fields: { [field]: ['too_many'] } })
}

/** Whether the file belongs to a draft or karte that is not deleted. The address is signed for its reader: a draft's image for its author only. */
export const isKarteImageOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => {
  const { rowCount } =
    await scope.db.execute(sql`select from ${scope.rows(karte_images)} left join ${scope.rows(karte_drafts)} on ${karte_drafts.id} = ${karte_images.draft_id}
    left join ${scope.rows(kartes)} on ${kartes.id} = coalesce(${karte_images.karte_id}, ${karte_drafts.karte_id})
    where ${karte_images.file_id} = ${file_id} and ${isNotDeleted} and ${notDeleted}`)
  return Boolean(rowCount)
}
