import {
  addRecordTemplate,
  changeRecordTemplate,
  exportRecordTemplates,
  getRecordTemplate,
  listAllRecordTemplates,
  recordTemplateColumns,
  recordTemplateFields,
  recordTemplateQuery,
} from '@sukoyaka/wire/boards/admin/record-template'
import { adminTable } from '../records/table.ts'

export const recordTemplates = adminTable({
  name: 'record_templates',
  list: listAllRecordTemplates,
  csv: exportRecordTemplates,
  read: getRecordTemplate,
  add: addRecordTemplate,
  change: changeRecordTemplate,
  tag: 'record_templates',
  query: recordTemplateQuery,
  columns: recordTemplateColumns,
  fields: recordTemplateFields,
  shown: [{ name: 'name_ja', below: 'name_en' }, 'value_kind', 'unit', 'is_active', 'sort_number', 'updated_at'],
  sections: [{ title: 'basic', fields: ['name_ja', 'name_en', 'name_kr', 'value_kind', 'unit', 'is_active', 'sort_number'] }],
  initial: { is_active: true, sort_number: '100', value_kind: 'text' },
  nameOf: ({ name_ja }) => String(name_ja),
})
