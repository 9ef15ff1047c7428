import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import {
  type addImageTestResult,
  type changeImageTestResult,
  type ImageTestResult,
  type listImageTestResults,
  maxImagesPerResult,
} from '@sukoyaka/wire/record/imaging'
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later, localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { assertFollowUp } from './follow-up.ts'
import { test_result_images } from './tables.ts'

export const ownerOfImages = 'test_result'
const [imageType, videoType] = [1, 2]
const maxRows = 1_000
/** Tolerance for clocks that run fast. */
const leeway = 300_000

export type Reader = { language: Language; urlOf: FileUrlOf }

const categoriesOfImages = preparedQuery((db, language: Language) => {
  const { id, name, name_ja, name_en, name_kr, group, modality, type, applicable_sex, sort_number } = getTableColumns(result_categories)
  const display_name = localName(result_categories, language)
  return db
    .select({ id, name, name_ja, name_en, name_kr, display_name, body_area: group, modality, type, applicable_sex, sort_number })
    .from(result_categories)
    .where(inArray(result_categories.type, [imageType, videoType]))
    .orderBy(asc(result_categories.sort_number), asc(result_categories.id))
})
export const imageCategories = (db: Db, language: Language) => categoriesOfImages(db, language).execute()

/** Patients see an image once its checkup is released, or at once if it belongs to none. */
const isVisible = (own: QueryTools['own']): SQL | undefined => own && or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at))

const isImage = inArray(test_results.type, [imageType, videoType])

/** Results with images, newest first. */
const imageResults = patientQuery(({ db, rows, own }, key: 'user_id' | 'id') => {
  const { id, user_id, category_id, test_id, test_package_id, recorded_at, type, origin, finding, status, updated_at } = columnsOf(test_results)
  const { follow_up_kind, follow_up_on, is_follow_up_done } = columnsOf(test_results)
  return db
    .select({
      id,
      user_id,
      category_id,
      test_id,
      test_package_id,
      recorded_at,
      type,
      origin,
      finding,
      status,
      follow_up_kind,
      follow_up_on,
      is_follow_up_done,
      updated_at,
    })
    .from(rows(test_results))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(and(eq(test_results[key], sql.placeholder('value')), isImage, isVisible(own)))
    .orderBy(desc(test_results.recorded_at), desc(test_results.id))
    .limit(maxRows)
})
const imagesOfResults = patientQuery(({ db, rows }) => {
  const { id: _, ...file } = getTableColumns(files)
  return db
    .select({ ...file, id: test_result_images.id, file_id: files.id, test_result_id: test_result_images.test_result_id })
    .from(rows(test_result_images))
    .innerJoin(files, eq(files.id, test_result_images.file_id))
    .where(isAnyOf(test_result_images.test_result_id))
    .orderBy(asc(test_result_images.id))
})

export const findImageResults = async (
  scope: PatientScope,
  key: 'user_id' | 'id',
  value: number,
  { language, urlOf }: Reader,
  withCategory: boolean,
): Promise<ImageTestResult[]> => {
  const rows = await imageResults(scope, key).execute({ value })
  const images = rows.length ? await imagesOfResults(scope).execute({ ids: rows.map((row) => row.id) }) : []
  const imagesOf = Map.groupBy(images, (image) => image.test_result_id)
  const categories = withCategory ? new Map((await imageCategories(scope.db, language)).map((category) => [category.id, category])) : undefined
  return rows.map((row) => ({
    ...row,
    ...(categories && { category: categories.get(row.category_id)! }),
    images: (imagesOf.get(row.id) ?? []).map(({ id: image_id, file_id, kind, content_type, width, height, size }) => ({
      id: image_id,
      content_type,
      width,
      height,
      size,
      original: urlOf(file_id, 'original'),
      variants: kind === 'image' ? { large: urlOf(file_id, 'large'), medium: urlOf(file_id, 'medium'), small: urlOf(file_id, 'small') } : null,
    })),
  }))
}

export const imageResultsOf = async (scope: PatientScope, { user_id, include }: Input<typeof listImageTestResults>, reader: Reader) => {
  await requirePatient(scope, user_id)
  return findImageResults(scope, 'user_id', user_id, reader, Boolean(include?.length))
}

const imageResultOf = async (scope: PatientScope, id: number, reader: Reader) => (await findImageResults(scope, 'id', id, reader, true))[0]!

const imageCategoryById = preparedQuery((db) =>
  db
    .select({ id: result_categories.id })
    .from(result_categories)
    .where(and(eq(result_categories.id, sql.placeholder('category_id')), inArray(result_categories.type, [imageType, videoType]))),
)
const assertImageCategory = async (db: Db, category_id: number) => {
  const [found] = await imageCategoryById(db).execute({ category_id })
  if (!found) throw apiError('invalid', { fields: { category_id: ['not_allowed'] } })
}

const assertNotInFuture = (recorded_at: string, now: Date) => {
  if (Date.parse(recorded_at) > now.getTime() + leeway) throw apiError('invalid', { fields: { recorded_at: ['in_future'] } })
}

const packageOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ location: test_packages.location })
    .from(rows(test_packages))
    .where(and(eq(test_packages.id, sql.placeholder('test_package_id')), eq(test_packages.user_id, sql.placeholder('user_id'))))
    // locked until the end of the transaction, also against an import that is being undone
    .for('key share'),
)

/** The package's location; throws 422 for another patient's package. */
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
  { user_id, category_id, recorded_at, test_package_id, finding = '', status, follow_up_kind, follow_up_on }: Input<typeof addImageTestResult>,
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
  if (updated_at && updated_at !== existing.updated_at) throw apiError('conflict')
  if (change.category_id !== undefined) await assertImageCategory(scope.db, change.category_id)
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

/** The result type follows from its files. */
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
