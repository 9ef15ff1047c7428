import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line, OneOf } from '../../endpoint.ts'
import { healthRecordKinds } from '../../record/health-record.ts'

const input = {
  name_ja: Line(100),
  name_en: Line(100, 0),
  name_kr: Line(100, 0),
  /** Templates for numbers and pairs need a category of results; only the reference data can add them. */
  value_kind: OneOf(healthRecordKinds),
  /** Cannot be changed while there are records. */
  unit: Line(30, 0),
  /** Offered for new records; existing ones stay. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllRecordTemplates,
  csv: exportRecordTemplates,
  read: getRecordTemplate,
  add: addRecordTemplate,
  change: changeRecordTemplate,
} = tableCalls({
  name: 'record_templates',
  words: ['a health record template', 'all health record templates'],
  description: 'The kind cannot be changed; the unit can, while there are no records.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'updated_at'],
  filters: { value_kind: Type.Optional(OneOf(healthRecordKinds)), is_active: Type.Optional(Type.Boolean()) },
  example: { name_ja: '体調のメモ', name_en: 'Notes', name_kr: '', value_kind: 'text', unit: '', is_active: true, sort_number: 100 },
  tags: ['record_templates'],
})

export const recordTemplateFields = fieldsOf(InputObject(input))
export const recordTemplateColumns = fieldsOf(Type.Object(row))
export const recordTemplateQuery = fieldsOf(listAllRecordTemplates.query)
