import type { addImageCategory, changeImageCategory } from '@sukoyaka/wire/boards/admin/image-category'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { result_categories } from '../../checkup/tables.ts'
import { fileTypes, imageType, videoType } from '../../imaging/read-store.ts'
import { catalogueStore } from '../catalogue-store.ts'
import { namesToEdit, namesToStore } from '../translations.ts'

type CategoryRow = Reply<typeof addImageCategory>
type CategoryInput = Input<typeof addImageCategory>

const { name, name_ja, name_en, name_kr, sort_number, updated_at, is_active, group, modality } = result_categories
const store = catalogueStore({
  table: result_categories,
  extra: {},
  search: sql`lower(${name_ja} || ' ' || ${name_en} || ' ' || ${name_kr} || ' ' || ${name})`,
  filters: { body_part: group, modality, is_active },
  only: inArray(result_categories.type, [...fileTypes]),
  sorts: { sort_number, name_ja, updated_at },
  sort: 'sort_number',
  rowOf: (row): CategoryRow => ({
    ...row,
    ...namesToEdit(row),
    // the columns are text, but only these values are stored
    body_part: row.group as CategoryRow['body_part'],
    modality: row.modality as CategoryRow['modality'],
    image_kind: row.type === videoType ? 'video' : 'image',
  }),
})

export const allImageCategories = store.list
export const imageCategoryOf = store.read

const columnsOf = ({ body_part, image_kind, ...rest }: CategoryInput) => ({
  ...rest,
  ...namesToStore(rest),
  group: body_part,
  type: image_kind === 'video' ? videoType : imageType,
})

/** `code` is stored as `name`, the unique key of a category. */
export const insertImageCategory = (db: Db, input: CategoryInput, code: string): Promise<CategoryRow> => store.insert(db, { ...columnsOf(input), name: code })

/** Throws 404, also for a category of numeric results; 409 if it was saved since `updated_at`; 422 without a Japanese name. */
export const updateImageCategory = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeImageCategory>): Promise<CategoryRow> => {
  await store.lock(db, id, { updated_at: version })
  return store.update(db, id, columnsOf(input))
}
