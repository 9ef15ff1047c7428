import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line, Nullable, OneOf } from '../../endpoint.ts'
import { sexes } from '../../people/account.ts'
import { resultGroups } from '../../record/result-group.ts'

const Limit = Nullable(Type.Number({ minimum: -1e9, maximum: 1e9 }))

const input = {
  name_ja: Line(100),
  name_en: Line(100, 0),
  name_kr: Line(100, 0),
  result_group: OneOf(resultGroups),
  /** In UCUM. It cannot be changed while results, reference ranges, conversions or formulas are in it. */
  unit: Line(30, 0),
  /** The same unit as people read it. While the unit is in use, only its writing can be changed. */
  unit_display: Line(30, 0),
  /** Like `value_labels`, it cannot be changed while there are results. */
  decimals: Type.Integer({ minimum: 0, maximum: 6 }),
  /** Labels of a qualitative category in their order. */
  value_labels: Type.Array(Line(30), { maxItems: 30 }),
  applicable_sex: OneOf([...sexes, 'any']),
  /** Inclusive. Values outside are rejected. */
  possible_min: Limit,
  possible_max: Limit,
  /** Inclusive. Values outside must be confirmed. */
  likely_min: Limit,
  likely_max: Limit,
  /** A value is critical below `serious_below`, and from `serious_above` on. */
  serious_below: Limit,
  serious_above: Limit,
  loinc: Nullable(Line(20)),
  jlac10: Nullable(Line(20)),
  source: Line(200, 0),
  /** Offered for new results; existing ones stay. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllResultCategories,
  csv: exportResultCategories,
  read: getResultCategory,
  add: addResultCategory,
  change: changeResultCategory,
} = tableCalls({
  name: 'result_categories',
  words: ['a category of numeric results', 'all categories of numeric results'],
  description:
    'The decimals and the labels can be changed only while there are no results, the unit only while there are no results, reference ranges, conversions and formulas either. Then the shown unit can only be written differently. Stored results keep their status.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'updated_at'],
  filters: { result_group: Type.Optional(OneOf(resultGroups)), is_active: Type.Optional(Type.Boolean()) },
  example: {
    ...{ name_ja: '試験の検査値', name_en: 'Trial value', name_kr: '', result_group: 'body', unit: 'mg/dL', unit_display: 'mg/dL', decimals: 1 },
    ...{ value_labels: [], applicable_sex: 'any', possible_min: 0, possible_max: 1000, likely_min: 10, likely_max: 500 },
    ...{ serious_below: null, serious_above: 800, loinc: null, jlac10: null, source: '', is_active: true, sort_number: 5000 },
  },
  tags: ['result_categories'],
})

export const resultCategoryFields = fieldsOf(InputObject(input))
export const resultCategoryColumns = fieldsOf(Type.Object(row))
export const resultCategoryQuery = fieldsOf(listAllResultCategories.query)
