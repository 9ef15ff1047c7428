import { type KarteImage, maxImagesPerKarte } from '@sukoyaka/wire/care/karte'
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import { type FileUrlOf, imageUrlsOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { karte_drafts, karte_images, kartes, notDeleted } from './tables.ts'

export const ownerOfKarteImages = 'karte'

/** The column that names what holds an image: a karte or a draft. */
export type ImageOwner = 'karte_id' | 'draft_id'

const imageNotDeleted = isNull(karte_images.deleted_at)

const imagesOfHolders = patientQuery(({ db, rows }, owner: ImageOwner) =>
  db
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
    .from(rows(karte_images))
    .innerJoin(files, eq(files.id, karte_images.file_id))
    .where(and(isAnyOf(karte_images[owner]), imageNotDeleted))
    .orderBy(asc(karte_images.id)),
)

/** Images by holder id, oldest first. The caller has already read the holders through the scope. */
export const imagesOf = async (scope: PatientScope, owner: ImageOwner, ids: number[], urlOf: FileUrlOf): Promise<Map<number, KarteImage[]>> => {
  if (!ids.length) return new Map()
  const rows = await imagesOfHolders(scope, owner).execute({ ids })
  const found = new Map<number, KarteImage[]>()
  for (const { holder_id, file_id, ...row } of rows) {
    const image = { ...row, ...imageUrlsOf(urlOf, file_id) }
    found.set(holder_id!, [...(found.get(holder_id!) ?? []), image])
  }
  return found
}

const imageCount = patientQuery(({ db, rows }, owner: ImageOwner) =>
  db
    .select({ count: count() })
    .from(rows(karte_images))
    .where(and(eq(karte_images[owner], sql.placeholder('id')), imageNotDeleted)),
)
export const countImages = async (scope: PatientScope, owner: ImageOwner, id: number) => (await imageCount(scope, owner).execute({ id }))[0]!.count

/** The caller must lock the holder's row, so that concurrent uploads cannot exceed the limit together. */
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

const fileKeys = patientQuery(({ db, rows }, isOne: boolean) =>
  db
    .select({ key: files.key })
    .from(rows(karte_images))
    .innerJoin(files, eq(files.id, karte_images.file_id))
    .where(and(eq(karte_images.draft_id, sql.placeholder('draft_id')), isOne ? eq(karte_images.id, sql.placeholder('attachment_id')) : undefined)),
)

/** File keys of a draft's images, to be removed after the commit. */
export const keysOfDraftImages = async (scope: PatientScope, draft_id: number): Promise<string[]> =>
  (await fileKeys(scope, false).execute({ draft_id })).map(({ key }) => key)

/** Soft-deletes an image: it is kept with the karte's history. */
export const hideImage = async (scope: PatientScope, { actor }: { actor: Actor }, karte_id: number, attachment_id: number): Promise<void> => {
  const { rowCount } = await scope
    .update(karte_images)
    .set({ deleted_at: sql`now()`, deleted_by: actor.id })
    .where(and(eq(karte_images.id, attachment_id), eq(karte_images.karte_id, karte_id), imageNotDeleted))
  if (!rowCount) throw apiError('not_found')
}

export const detachImage = async (scope: PatientScope, draft_id: number, attachment_id: number): Promise<string[]> => {
  const keys = (await fileKeys(scope, true).execute({ draft_id, attachment_id })).map(({ key }) => key)
  if (!keys.length) throw apiError('not_found')
  await scope.delete(karte_images).where(and(eq(karte_images.id, attachment_id), eq(karte_images.draft_id, draft_id)))
  return keys
}

/** Moves the draft's images to the karte. */
export const adoptImages = async (scope: PatientScope, draft_id: number, karte_id: number, field: string) => {
  await scope.update(karte_images).set({ karte_id, draft_id: null }).where(eq(karte_images.draft_id, draft_id))
  if ((await countImages(scope, 'karte_id', karte_id)) > maxImagesPerKarte) throw apiError('invalid', { fields: { [field]: ['too_many'] } })
}

const openImage = patientQuery(({ db, rows }) =>
  db
    .select({ id: karte_images.id })
    .from(rows(karte_images))
    .leftJoin(rows(karte_drafts), eq(karte_drafts.id, karte_images.draft_id))
    .leftJoin(rows(kartes), eq(kartes.id, sql`coalesce(${karte_images.karte_id}, ${karte_drafts.karte_id})`))
    .where(and(eq(karte_images.file_id, sql.placeholder('file_id')), imageNotDeleted, notDeleted)),
)

/**
 * Whether the image may be opened: neither the image nor its karte (or the karte of its draft) is deleted. This does not check who wrote a draft: the URL of an
 * image is signed for one reader, and only the author gets the URLs of a draft's images.
 */
export const isKarteImageOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => (await openImage(scope).execute({ file_id })).length > 0
