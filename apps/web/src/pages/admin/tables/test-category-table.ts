import {
  addTestCategory,
  changeTestCategory,
  exportTestCategories,
  getTestCategory,
  listAllTestCategories,
  testCategoryColumns,
  testCategoryFields,
  testCategoryQuery,
} from '@sukoyaka/wire/boards/admin/test-category'
import { adminTable } from '../records/table.ts'

export const testCategories = adminTable({
  name: 'test_categories',
  list: listAllTestCategories,
  csv: exportTestCategories,
  read: getTestCategory,
  add: addTestCategory,
  change: changeTestCategory,
  tag: 'test_categories',
  query: testCategoryQuery,
  columns: testCategoryColumns,
  fields: testCategoryFields,
  shown: [{ name: 'name_ja', below: 'name_en' }, 'test_group', 'applicable_sex', 'requires_fasting', 'is_active', 'sort_number', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_en', 'name_kr', 'test_group', 'applicable_sex', 'requires_fasting', 'is_active', 'sort_number'] },
    { title: 'measured', fields: ['default_package_kinds', 'numeric_categories', 'image_categories'] },
  ],
  initial: { is_active: true, sort_number: '500', applicable_sex: 'any' },
  nameOf: ({ name_ja }) => String(name_ja),
})
