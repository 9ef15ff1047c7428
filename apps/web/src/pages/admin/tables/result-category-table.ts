import {
  addResultCategory,
  changeResultCategory,
  exportResultCategories,
  getResultCategory,
  listAllResultCategories,
  resultCategoryColumns,
  resultCategoryFields,
  resultCategoryQuery,
} from '@sukoyaka/wire/boards/admin/result-category'
import { adminTable } from '../records/table.ts'

export const resultCategories = adminTable({
  name: 'result_categories',
  list: listAllResultCategories,
  csv: exportResultCategories,
  read: getResultCategory,
  add: addResultCategory,
  change: changeResultCategory,
  tag: 'result_categories',
  query: resultCategoryQuery,
  columns: resultCategoryColumns,
  fields: resultCategoryFields,
  shown: [{ name: 'name_ja', below: 'name_en' }, 'result_group', 'unit_display', 'applicable_sex', 'is_active', 'sort_number', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_en', 'name_kr', 'result_group', 'applicable_sex', 'is_active', 'sort_number'] },
    { title: 'values', fields: ['unit', 'unit_display', 'decimals', 'value_labels'] },
    { title: 'limits', fields: ['possible_min', 'possible_max', 'likely_min', 'likely_max', 'serious_below', 'serious_above'] },
    { title: 'classification', fields: ['loinc', 'jlac10', 'source'] },
  ],
  initial: { is_active: true, sort_number: '5000', decimals: '1', applicable_sex: 'any' },
  nameOf: ({ name_ja }) => String(name_ja),
})
