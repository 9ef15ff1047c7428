import { clockLeeway } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type addImageTestResult, type changeImageTestResult, type ImageTestResult, maxImagesPerResult } from '@sukoyaka/wire/record/imaging'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { assertFollowUp } from './follow-up.ts'
import { fileTypes, imageResultOf, imageType, isImage, isVisible, type Reader, videoType } from './read-store.ts'
import { test_result_images } from './tables.ts'

export const ownerOfImages = 'test_result'

const imageCategoryById = preparedQuery((db) =>
  db
    .select({ id: result_categories.id })
    .from(result_categories)
    .where(and(eq(result_categories.id, sql.placeholder('category_id')), inArray(result_categories.type, fileTypes), result_categories.is_active)),
)
const assertImageCategory = async (db: Db, category_id: number) => {
  const [found] = await imageCategoryById(db).execute({ category_id })
  if (!found) throw apiError('invalid', { fields: { category_id: ['not_allowed'] } })
}

const assertNotInFuture = (recorded_at: string, now: Date) => {
  if (Date.parse(recorded_at) > now.getTime() + clockLeeway) throw apiError('invalid', { fields: { recorded_at: ['in_future'] } })
}

const packageOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ location: test_packages.location })
    .from(rows(test_packages))
    .where(and(eq(test_packages.id, sql.placeholder('test_package_id')), eq(test_packages.user_id, sql.placeholder('user_id'))))
    // locks the checkup until the end of the transaction: the undo of an import could otherwise delete it
    .for('key share'),
)

/** The location of the checkup, empty without one. Throws 422 if it is not a checkup of this patient. */
const locationOf = async (scope: PatientScope, user_id: number, test_package_id: number | undefined) => {
  if (test_package_id === undefined) return ''
  const [found] = await packageOfPatient(scope).execute({ test_package_id, user_id })
  if (!found) throw apiError('invalid', { fields: { test_package_id: ['not_allowed'] } })
  return found.location
}

const normalizeFinding = (finding: string) => finding.replace(/\r\n?/g, '\n').trim()

const attach = async (scope: PatientScope, user_id: number, test_result_id: number, uploads: Upload[]) => {
  const ids = await insertFiles(scope.db, user_id, ownerOfImages, uploads)
  await scope.insert(test_result_images).values(ids.map((file_id) => ({ test_result_id, file_id })))
}

export const insertImageResult = async (
  scope: PatientScope,
  {
    user_id,
    category_id,
    recorded_at,
    test_package_id,
    finding = '',
    status,
    follow_up_kind,
    follow_up_on,
    is_follow_up_done,
  }: Input<typeof addImageTestResult>,
  uploads: Upload[],
  now: Date,
  reader: Reader,
): Promise<ImageTestResult> => {
  await requirePatient(scope, user_id)
  await assertImageCategory(scope.db, category_id)
  assertNotInFuture(recorded_at, now)
  assertFollowUp(follow_up_kind, follow_up_on)
  const origin = await locationOf(scope, user_id, test_package_id)
  const type = uploads.some(({ kind }) => kind === 'video') ? videoType : imageType
  const [added] = await scope
    .insert(test_results)
    .values({
      user_id,
      category_id,
      recorded_at,
      test_package_id: test_package_id ?? null,
      type: type!,
      origin,
      finding: normalizeFinding(finding),
      status: status ?? null,
      follow_up_kind: follow_up_kind ?? null,
      follow_up_on: follow_up_on ?? null,
      is_follow_up_done: is_follow_up_done ?? false,
    })
    .returning({ id: test_results.id })
  await attach(scope, user_id, added!.id, uploads)
  return imageResultOf(scope, added!.id, reader)
}

const lockedImageResult = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(test_results))
    .where(and(eq(test_results.id, sql.placeholder('id')), isImage))
    .for('update'),
)

/** Locks the row, so that it cannot change between the checks and the update. */
const lockImageResult = async (scope: PatientScope, id: number) => {
  const [existing] = await lockedImageResult(scope).execute({ id })
  if (!existing) throw apiError('not_found')
  scope.record(existing.user_id)
  return existing
}

export const updateImageResult = async (
  scope: PatientScope,
  { id, updated_at, finding, ...change }: Input<typeof changeImageTestResult>,
  now: Date,
  reader: Reader,
): Promise<ImageTestResult> => {
  const existing = await lockImageResult(scope, id)
  assertUnchanged(existing, updated_at)
  if (change.category_id !== undefined && change.category_id !== existing.category_id) await assertImageCategory(scope.db, change.category_id)
  if (change.recorded_at !== undefined) assertNotInFuture(change.recorded_at, now)
  const { follow_up_kind, follow_up_on } = { ...existing, ...change }
  assertFollowUp(follow_up_kind, follow_up_on)
  await scope
    .update(test_results)
    .set({
      ...(finding !== undefined && { finding: normalizeFinding(finding) }),
      ...change,
      updated_at: later(test_results.updated_at),
    })
    .where(eq(test_results.id, id))
  return imageResultOf(scope, id, reader)
}

/** Sets the type of the result by its files: a video if one of them is a video. */
const updateResultType = (scope: PatientScope, id: number) =>
  scope
    .update(test_results)
    .set({
      type: sql`case when exists (select from ${scope.from(test_result_images, 'i')} join ${files} f on f.id = i.file_id where i.test_result_id = ${id} and f.kind = 'video') then ${videoType}::int else ${imageType}::int end`,
      updated_at: later(test_results.updated_at),
    })
    .where(eq(test_results.id, id))

const imageCount = patientQuery(({ db, rows }) =>
  db
    .select({ count: count() })
    .from(rows(test_result_images))
    .where(eq(test_result_images.test_result_id, sql.placeholder('id'))),
)

export const insertImages = async (scope: PatientScope, id: number, uploads: Upload[], reader: Reader): Promise<ImageTestResult> => {
  const { user_id } = await lockImageResult(scope, id)
  const [stored] = await imageCount(scope).execute({ id })
  if (stored!.count + uploads.length > maxImagesPerResult) throw apiError('invalid', { fields: { images: ['too_many'] } })
  await attach(scope, user_id, id, uploads)
  await updateResultType(scope, id)
  return imageResultOf(scope, id, reader)
}

const fileKeys = patientQuery(({ db, rows, own }, isOne: boolean) =>
  db
    .select({ key: files.key })
    .from(rows(test_result_images))
    .innerJoin(files, eq(files.id, test_result_images.file_id))
    .where(
      and(
        eq(test_result_images.test_result_id, sql.placeholder('id')),
        isOne ? eq(test_result_images.id, sql.placeholder('image_id')) : undefined,
        own && eq(files.user_id, own),
      ),
    ),
)

/** Deletes the rows and returns the storage keys to delete after the commit. */
export const deleteImageResult = async (scope: PatientScope, id: number): Promise<string[]> => {
  await lockImageResult(scope, id)
  const stored = await fileKeys(scope, false).execute({ id })
  await scope.delete(test_results).where(eq(test_results.id, id))
  return stored.map(({ key }) => key)
}

export const deleteImage = async (scope: PatientScope, { id, image_id }: { id: number; image_id: number }): Promise<string[]> => {
  await lockImageResult(scope, id)
  const stored = await fileKeys(scope, true).execute({ id, image_id })
  if (!stored.length) throw apiError('not_found')
  await scope.delete(test_result_images).where(and(eq(test_result_images.id, image_id), eq(test_result_images.test_result_id, id)))
  await updateResultType(scope, id)
  return stored.map(({ key }) => key)
}

const openImage = patientQuery(({ db, rows, own }) =>
  db
    .select({ id: test_result_images.id })
    .from(rows(test_result_images))
    .innerJoin(rows(test_results), eq(test_results.id, test_result_images.test_result_id))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(and(eq(test_result_images.file_id, sql.placeholder('file_id')), isVisible(own))),
)

/** Whether the file belongs to a result in scope that the caller may see (`isVisible`). */
export const isImageOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => (await openImage(scope).execute({ file_id })).length > 0
