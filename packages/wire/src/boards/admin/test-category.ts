import Type from 'typebox'
import { fieldsOf, NamesOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line, OneOf } from '../../endpoint.ts'
import { sexes } from '../../people/account.ts'
import { testPackageKinds } from '../../record/checkup.ts'

const testGroups = ['basic', 'physiology', 'sense', 'blood', 'urine', 'stool', 'imaging', 'endoscopy', 'gynecology', 'fitness'] as const

const input = {
  name_ja: Line(100),
  name_en: Line(100, 0),
  name_kr: Line(100, 0),
  test_group: OneOf(testGroups),
  applicable_sex: OneOf([...sexes, 'any']),
  requires_fasting: Type.Boolean(),
  /** Kinds for which the form of a new checkup selects the test, if the facility has no courses of the kind. */
  default_package_kinds: Type.Array(OneOf(testPackageKinds), { maxItems: testPackageKinds.length }),
  /** Names of the categories that the test measures. */
  numeric_categories: NamesOf('numeric_categories', 200),
  image_categories: NamesOf('image_categories', 50),
  /** Offered for new checkups; existing ones keep the test. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllTestCategories,
  csv: exportTestCategories,
  read: getTestCategory,
  add: addTestCategory,
  change: changeTestCategory,
} = tableCalls({
  name: 'test_categories',
  words: ['a test of checkups', 'all tests of checkups'],
  description: 'Stored checkups keep the test and their results.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'updated_at'],
  filters: { test_group: Type.Optional(OneOf(testGroups)), is_active: Type.Optional(Type.Boolean()) },
  example: {
    ...{ name_ja: '試験の検査', name_en: 'Trial test', name_kr: '', test_group: 'blood', applicable_sex: 'any', requires_fasting: true },
    ...{ default_package_kinds: ['detail'], numeric_categories: [], image_categories: [], is_active: true, sort_number: 500 },
  },
  tags: ['test_categories'],
})

export const testCategoryFields = fieldsOf(InputObject(input))
export const testCategoryColumns = fieldsOf(Type.Object(row))
export const testCategoryQuery = fieldsOf(listAllTestCategories.query)
