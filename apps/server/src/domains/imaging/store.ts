import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import {
  type addImageTestResult,
  type changeImageTestResult,
  type ImageTestResult,
  type listImageTestResults,
  maxImagesPerResult,
} from '@sukoyaka/wire/record/imaging'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later, localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { test_result_images } from './tables.ts'

export const ownerOfImages = 'test_result'
const [imageType, videoType] = [1, 2]
const maxRows = 1_000
/** Tolerance for clocks that run fast. */
const leeway = 300_000

type Reader = { language: Language; address: AddressOf }

export const imageCategories = (db: Db, language: Language) => {
  const { id, name, name_ja, name_en, name_kr, group, modality, type, applicable_sex, sort_number } = getTableColumns(result_categories)
  const display_name = localName(result_categories, language)
  return db
    .select({ id, name, name_ja, name_en, name_kr, display_name, body_area: group, modality, type, applicable_sex, sort_number })
    .from(result_categories)
    .where(inArray(result_categories.type, [imageType, videoType]))
    .orderBy(asc(result_categories.sort_number), asc(result_categories.id))
}

/** Patients see an image once its checkup is released, or at once if it belongs to none. */
const released = (scope: PatientScope): SQL | undefined =>
  scope.own === undefined ? undefined : or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at))

const isImage = inArray(test_results.type, [imageType, videoType])

const find = async (scope: PatientScope, condition: SQL, { language, address }: Reader, withCategory: boolean): Promise<ImageTestResult[]> => {
  const { id, user_id, category_id, test_id, test_package_id, recorded_at, type, origin, finding, status, updated_at } = columnsOf(test_results)
  const rows = await scope.db
    .select({ id, user_id, category_id, test_id, test_package_id, recorded_at, type, origin, finding, status, updated_at })
    .from(scope.rows(test_results))
    .leftJoin(scope.rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(and(condition, isImage, released(scope)))
    .orderBy(desc(test_results.recorded_at), desc(test_results.id))
    .limit(maxRows)
  const { id: _, ...file } = getTableColumns(files)
  const images = rows.length
    ? await scope.db
        .select({ ...file, id: test_result_images.id, file_id: files.id, test_result_id: test_result_images.test_result_id })
        .from(scope.rows(test_result_images))
        .innerJoin(files, eq(files.id, test_result_images.file_id))
        .where(sql`${test_result_images.test_result_id} = any(${sql.param(rows.map((row) => row.id))}::bigint[])`)
        .orderBy(asc(test_result_images.id))
    : []
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
      original: address(file_id, 'original'),
      variants: kind === 'image' ? { large: address(file_id, 'large'), medium: address(file_id, 'medium'), small: address(file_id, 'small') } : null,
    })),
  }))
}

export const imageResultsOf = async (scope: PatientScope, { user_id, include }: Input<typeof listImageTestResults>, reader: Reader) => {
  await requirePatient(scope, user_id)
  return find(scope, eq(test_results.user_id, user_id), reader, Boolean(include?.length))
}

const imageResultOf = async (scope: PatientScope, id: number, reader: Reader) => (await find(scope, eq(test_results.id, id), reader, true))[0]!

const assertImageCategory = async (db: Db, category_id: number) => {
  const [found] = await db
    .select({ id: result_categories.id })
    .from(result_categories)
    .where(and(eq(result_categories.id, category_id), inArray(result_categories.type, [imageType, videoType])))
  if (!found) throw apiError('invalid', { fields: { category_id: ['not_allowed'] } })
}

const assertNotInFuture = (recorded_at: string, now: Date) => {
  if (Date.parse(recorded_at) > now.getTime() + leeway) throw apiError('invalid', { fields: { recorded_at: ['in_future'] } })
}

/** The package's location; throws 422 for another patient's package. */
const locationOf = async (scope: PatientScope, user_id: number, test_package_id: number | undefined) => {
  if (test_package_id === undefined) return ''
  const [found] = await scope.db
    .select({ location: test_packages.location })
    .from(scope.rows(test_packages))
    .where(and(eq(test_packages.id, test_package_id), eq(test_packages.user_id, user_id)))
    // locked until the end of the transaction, also against an import that is being undone
    .for('key share')
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
  { user_id, category_id, recorded_at, test_package_id, finding = '', status }: Input<typeof addImageTestResult>,
  uploads: Upload[],
  now: Date,
  reader: Reader,
): Promise<ImageTestResult> => {
  await requirePatient(scope, user_id)
  await assertImageCategory(scope.db, category_id)
  assertNotInFuture(recorded_at, now)
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
    })
    .returning({ id: test_results.id })
  await attach(scope, user_id, added!.id, uploads)
  return imageResultOf(scope, added!.id, reader)
}

/** Row lock: what is checked is what is changed. */
const lockImageResult = async (scope: PatientScope, id: number) => {
  const [existing] = await scope.db
    .select()
    .from(scope.rows(test_results))
    .where(and(eq(test_results.id, id), isImage))
    .for('update')
  if (!existing) throw apiError('not_found')
  scope.record(existing.user_id)
  return existing
}

export const updateImageResult = async (
  scope: PatientScope,
  { id, updated_at, finding, status, category_id, recorded_at }: Input<typeof changeImageTestResult>,
  now: Date,
  reader: Reader,
): Promise<ImageTestResult> => {
  const existing = await lockImageResult(scope, id)
  if (updated_at && updated_at !== existing.updated_at) throw apiError('conflict')
  if (category_id !== undefined) await assertImageCategory(scope.db, category_id)
  if (recorded_at !== undefined) assertNotInFuture(recorded_at, now)
  await scope
    .update(test_results)
    .set({
      ...(finding !== undefined && { finding: normalizeFinding(finding) }),
      ...(status !== undefined && { status }),
      ...(category_id !== undefined && { category_id }),
      ...(recorded_at !== undefined && { recorded_at }),
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

export const insertImages = async (scope: PatientScope, id: number, uploads: Upload[], reader: Reader): Promise<ImageTestResult> => {
  const { user_id } = await lockImageResult(scope, id)
  const count = await scope.count(test_result_images, eq(test_result_images.test_result_id, id))
  if (count + uploads.length > maxImagesPerResult) throw apiError('invalid', { fields: { images: ['too_many'] } })
  await attach(scope, user_id, id, uploads)
  await updateResultType(scope, id)
  return imageResultOf(scope, id, reader)
}

const keysOf = async (scope: PatientScope, condition: SQL) =>
  (
    await scope.db
      .select({ key: files.key })
      .from(scope.rows(test_result_images))
      .innerJoin(files, eq(files.id, test_result_images.file_id))
      .where(and(condition, scope.ownerIs(files.user_id)))
  ).map(({ key }) => key)

/** Deletes the rows and returns the storage keys to delete after the commit. */
export const deleteImageResult = async (scope: PatientScope, id: number): Promise<string[]> => {
  await lockImageResult(scope, id)
  const keys = await keysOf(scope, eq(test_result_images.test_result_id, id))
  await scope.delete(test_results).where(eq(test_results.id, id))
  return keys
}

export const deleteImage = async (scope: PatientScope, { id, image_id }: { id: number; image_id: number }): Promise<string[]> => {
  await lockImageResult(scope, id)
  const condition = and(eq(test_result_images.id, image_id), eq(test_result_images.test_result_id, id))!
  const keys = await keysOf(scope, condition)
  if (!keys.length) throw apiError('not_found')
  await scope.delete(test_result_images).where(condition)
  await updateResultType(scope, id)
  return keys
}

/** Whether the file belongs to a released result in scope. */
export const isImageOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => {
  const [found] = await scope.db
    .select({ id: test_result_images.id })
    .from(scope.rows(test_result_images))
    .innerJoin(scope.rows(test_results), eq(test_results.id, test_result_images.test_result_id))
    .leftJoin(scope.rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(and(eq(test_result_images.file_id, file_id), released(scope)))
  return Boolean(found)
}
