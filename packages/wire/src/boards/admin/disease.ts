import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { diseaseKinds } from '../../care/assessment.ts'
import { Id, InputObject, Instant, Line, Nullable, OneOf, Text } from '../../endpoint.ts'

const input = {
  name_ja: Line(200),
  name_kana: Line(200, 0),
  name_en: Line(200, 0),
  name_kr: Line(200, 0),
  /** Synonyms for the search. */
  also: Type.Array(Line(100), { maxItems: 50 }),
  disease_kind: OneOf(diseaseKinds),
  icd10: Nullable(Line(20)),
  /** From 1 minor to 5 critical; null if not assessed. */
  danger_level: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  description_ja: Text(4000, 0),
  description_en: Text(4000, 0),
  /** Offered for new diagnoses; existing ones stay. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllDiseases,
  csv: exportDiseases,
  read: getDiseaseEntry,
  add: addDiseaseEntry,
  change: changeDiseaseEntry,
} = tableCalls({
  name: 'diseases',
  words: ['a disease', 'all diseases'],
  description: 'Indicators, risks and prevent plans of the disease stay as they are.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'icd10', 'danger_level', 'updated_at'],
  filters: { disease_kind: Type.Optional(OneOf(diseaseKinds)), is_active: Type.Optional(Type.Boolean()) },
  example: {
    name_ja: 'アカラシア',
    name_kana: 'アカラシア',
    name_en: 'Achalasia',
    name_kr: '',
    also: ['食道アカラシア'],
    disease_kind: 'digestive',
    icd10: 'K22.0',
    danger_level: 2,
    description_ja: '',
    description_en: '',
    is_active: true,
    sort_number: 100_000,
  },
  tags: ['diseases'],
})

export const diseaseFields = fieldsOf(InputObject(input))
export const diseaseColumns = fieldsOf(Type.Object(row))
export const diseaseQuery = fieldsOf(listAllDiseases.query)
