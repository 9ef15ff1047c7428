import {
  addImageCategory,
  changeImageCategory,
  exportImageCategories,
  getImageCategory,
  imageCategoryColumns,
  imageCategoryFields,
  imageCategoryQuery,
  listAllImageCategories,
} from '@sukoyaka/wire/boards/admin/image-category'
import { adminTable } from '../records/table.ts'

export const imageCategories = adminTable({
  name: 'image_categories',
  list: listAllImageCategories,
  csv: exportImageCategories,
  read: getImageCategory,
  add: addImageCategory,
  change: changeImageCategory,
  tag: 'image_categories',
  query: imageCategoryQuery,
  columns: imageCategoryColumns,
  fields: imageCategoryFields,
  shown: [{ name: 'name_ja', below: 'name_en' }, 'body_part', 'modality', 'image_kind', 'applicable_sex', 'is_active', 'sort_number', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_en', 'name_kr', 'applicable_sex', 'is_active', 'sort_number'] },
    { title: 'classification', fields: ['body_part', 'modality', 'image_kind'] },
  ],
  initial: { is_active: true, sort_number: '15000', applicable_sex: 'any', image_kind: 'image' },
  nameOf: ({ name_ja }) => String(name_ja),
})
