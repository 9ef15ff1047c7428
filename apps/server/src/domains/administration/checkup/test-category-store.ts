import type { addTestCategory, changeTestCategory } from '@sukoyaka/wire/boards/admin/test-category'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import { assertValid } from '../../../access/rows.ts'
import type { Db } from '../../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../../database/prepared.ts'
import { numericType } from '../../checkup/judging-store.ts'
import { result_categories, test_categories } from '../../checkup/tables.ts'
import { catalogueStore } from '../catalogue-store.ts'
import { namesToEdit, namesToStore } from '../translations.ts'

type TestRow = Reply<typeof addTestCategory>
type TestInput = Input<typeof addTestCategory>

const { name, name_ja, name_en, name_kr, sort_number, updated_at, is_active, group } = test_categories
const store = catalogueStore({
  table: test_categories,
  extra: {},
  search: sql`lower(${name_ja} || ' ' || ${name_en} || ' ' || ${name_kr} || ' ' || ${name})`,
  filters: { test_group: group, is_active },
  sorts: { sort_number, name_ja, updated_at },
  sort: 'sort_number',
  // the group is a text column, but only these groups are stored
  rowOf: ({ group: test_group, ...row }): TestRow => ({ ...row, ...namesToEdit(row), test_group: test_group as TestRow['test_group'] }),
})

export const allTestCategories = store.list
export const testCategoryOf = store.read

const categoriesNamed = preparedQuery((db) =>
  db.select({ name: result_categories.name, type: result_categories.type }).from(result_categories).where(isAnyOf(result_categories.name, 'names')),
)

/** Throws 422 without a Japanese name, and if `numeric_categories` or `image_categories` names no category of that type. */
const columnsOf = async (db: Db, { test_group, ...input }: TestInput) => {
  const { numeric_categories, image_categories } = input
  const found = await categoriesNamed(db).execute({ names: [...numeric_categories, ...image_categories] })
  const isKnown = (wanted: string, isNumeric: boolean) => found.some(({ name: each, type }) => each === wanted && (type === numericType) === isNumeric)
  assertValid({
    numeric_categories: !numeric_categories.every((each) => isKnown(each, true)) && 'not_allowed',
    image_categories: !image_categories.every((each) => isKnown(each, false)) && 'not_allowed',
  })
  return { ...input, ...namesToStore(input), group: test_group }
}

/** `code` is stored as `name`, the unique key of a test. */
export const insertTestCategory = async (db: Db, input: TestInput, code: string): Promise<TestRow> =>
  store.insert(db, { ...(await columnsOf(db, input)), name: code })

/** Throws 404; 409 if it was saved since `updated_at`; 422 for invalid fields. */
export const updateTestCategory = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeTestCategory>): Promise<TestRow> => {
  await store.lock(db, id, { updated_at: version })
  return store.update(db, id, await columnsOf(db, input))
}
