import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { ImageTestResult, listImageTestResults } from '@sukoyaka/wire/record/imaging'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { eachCategory, eachPatient, rowsOfEachCategory } from '../../access/each-patient.ts'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { files } from '../../database/tables.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { test_result_images } from './tables.ts'

export const [imageType, videoType] = [1, 2]
/** Types of results with files. */
export const fileTypes = [imageType, videoType]
const maxRows = 1_000

export type Reader = { language: Language; urlOf: FileUrlOf }

const categoriesOfImages = preparedQuery((db, language: Language) => {
  const { id, name, name_ja, name_en, name_kr, group, modality, type, applicable_sex, is_active, sort_number } = getTableColumns(result_categories)
  const display_name = localName(result_categories, language)
  return db
    .select({ id, name, name_ja, name_en, name_kr, display_name, body_area: group, modality, type, applicable_sex, is_active, sort_number })
    .from(result_categories)
    .where(inArray(result_categories.type, fileTypes))
    .orderBy(asc(result_categories.sort_number), asc(result_categories.id))
})
export const imageCategories = (db: Db, language: Language) => categoriesOfImages(db, language).execute()

/** Patients see an image once its checkup is released, or at once if it belongs to none. */
export const isVisible = (own: QueryTools['own']): SQL | undefined => own && or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at))

export const isImage = inArray(test_results.type, fileTypes)

const columns = () => {
  const { id, user_id, category_id, test_id, test_package_id, recorded_at, type, origin, finding, status, updated_at } = columnsOf(test_results)
  const { follow_up_kind, follow_up_on, is_follow_up_done } = columnsOf(test_results)
  return {
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
  }
}

/** Results with images, newest first. */
const imageResults = ({ db, rows, own }: QueryTools, condition: SQL | undefined) =>
  db
    .select(columns())
    .from(rows(test_results))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(and(condition, isImage, isVisible(own)))
    .orderBy(desc(test_results.recorded_at), desc(test_results.id))
const imageResultsBy = patientQuery((tools, key: 'user_id' | 'id' | 'test_package_id') =>
  imageResults(tools, eq(test_results[key], sql.placeholder('value'))).limit(maxRows),
)
const imagesOfResults = patientQuery(({ db, rows }) => {
  const { id: _, ...file } = getTableColumns(files)
  return db
    .select({ ...file, id: test_result_images.id, file_id: files.id, test_result_id: test_result_images.test_result_id })
    .from(rows(test_result_images))
    .innerJoin(files, eq(files.id, test_result_images.file_id))
    .where(isAnyOf(test_result_images.test_result_id))
    .orderBy(asc(test_result_images.id))
})

type Row = Omit<ImageTestResult, 'images' | 'category'>

const withImages = async (scope: PatientScope, rows: Row[], { language, urlOf }: Reader, withCategory: boolean): Promise<ImageTestResult[]> => {
  const images = rows.length ? await imagesOfResults(scope).execute({ ids: rows.map((row) => row.id) }) : []
  const imagesOf = Map.groupBy(images, (image) => image.test_result_id)
  const categories = withCategory && rows.length ? new Map((await imageCategories(scope.db, language)).map((category) => [category.id, category])) : undefined
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
  return withImages(scope, await imageResultsBy(scope, 'user_id').execute({ value: user_id }), reader, Boolean(include?.length))
}

export const imageResultOf = async (scope: PatientScope, id: number, reader: Reader) =>
  (await withImages(scope, await imageResultsBy(scope, 'id').execute({ value: id }), reader, true))[0]!

/** Results with images of one checkup. */
export const imageResultsOfPackage = async (scope: PatientScope, id: number, reader: Reader, withCategory: boolean) =>
  withImages(scope, await imageResultsBy(scope, 'test_package_id').execute({ value: id }), reader, withCategory)

const newestOfCategories = patientQuery((tools, isFiltered: boolean) => {
  const place = sql<number>`row_number() over (partition by ${test_results.category_id} order by ${test_results.recorded_at} desc, ${test_results.id} desc)`
  const isOfNamed = sql`${test_results.category_id} in (select ${result_categories.id} from ${result_categories} where ${isAnyOf(result_categories.name, 'categories')})`
  const { db, rows, own } = tools
  const numbered = db
    .select({ ...columns(), place: place.as('place') })
    .from(rows(test_results))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        isImage,
        isAnyOf(test_results.type, 'types'),
        isVisible(own),
        isFiltered ? isOfNamed : undefined,
      ),
    )
    .as('numbered')
  const { place: _, ...selected } = numbered._.selectedFields
  return db
    .select(selected)
    .from(numbered)
    .where(sql`${numbered.place} <= ${sql.placeholder('count')}`)
    .orderBy(desc(numbered.recorded_at), desc(numbered.id))
    .limit(maxRows)
})

type Filter = { user_id: number; types: readonly number[]; count: number; categories?: readonly string[] }

/** The newest `count` results of these types in each category. */
export const newestImageResultsOf = async (scope: PatientScope, filter: Filter, reader: Reader, withCategory: boolean) =>
  withImages(scope, await newestOfCategories(scope, Boolean(filter.categories?.length)).execute(filter), reader, withCategory)

const newestOfEach = patientQuery((tools) =>
  rowsOfEachCategory(
    result_categories,
    imageResults(tools, and(eq(test_results.user_id, eachPatient), eq(test_results.category_id, eachCategory))).limit(1),
    sql`category.type in (${imageType}, ${videoType})`,
  ),
)

/** The newest result with images of each of these patients in each category. */
export const newestImageResultsOfAll = async (scope: PatientScope, user_ids: number[], reader: Reader) =>
  withImages(scope, await newestOfEach(scope).execute({ ids: user_ids }), reader, false)
