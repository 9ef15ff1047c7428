import Type from 'typebox'
import { fieldsOf, IdOf, tableCalls } from '../../admin.ts'
import { Day, Id, InputObject, Instant, Line, Nullable, OneOf } from '../../endpoint.ts'
import { sexes } from '../../people/account.ts'

const Limit = Nullable(Type.Number({ minimum: -1e9, maximum: 1e9 }))
const Age = Type.Integer({ minimum: 0, maximum: 150 })
const sexesOrAny = [...sexes, 'any'] as const
export const validityStates = ['current', 'future', 'ended'] as const

const input = {
  category_id: IdOf('result_categories'),
  sex: OneOf(sexesOrAny),
  age_min: Age,
  /** Inclusive; null is unbounded. */
  age_max: Nullable(Age),
  /** Values below this limit, and from `unhealthy_above` on, are unhealthy; those between a limit and the healthy band are a warning. */
  unhealthy_below: Limit,
  healthy_min: Limit,
  /** Exclusive. */
  healthy_max: Limit,
  unhealthy_above: Limit,
  /** First and last day of the results that the range judges, in Tokyo; null is unbounded. */
  valid_from: Nullable(Day),
  valid_until: Nullable(Day),
  source: Line(200),
}
const row = { id: Id, ...input, category_name: Type.String(), unit: Type.String(), state: OneOf(validityStates), source: Type.String(), updated_at: Instant }

export const {
  list: listAllReferenceRanges,
  csv: exportReferenceRanges,
  read: getReferenceRange,
  add: addReferenceRange,
  change: changeReferenceRange,
} = tableCalls({
  name: 'reference_ranges',
  words: ['a reference range', 'all reference ranges'],
  description:
    'Stored results keep their status. Of a range that has judged results, only the days and the source can be changed; new limits need a new range. 422 if its days, sex and ages overlap with another range of the category.',
  input,
  row,
  sorts: ['category_name', 'valid_from', 'updated_at'],
  filters: { state: Type.Optional(OneOf(validityStates)), sex: Type.Optional(OneOf(sexesOrAny)), category_id: Type.Optional(Id) },
  example: {
    ...{ category_id: 1, sex: 'any', age_min: 150, age_max: null, unhealthy_below: null, healthy_min: null, healthy_max: 120, unhealthy_above: 180 },
    ...{ valid_from: '2090-04-01', valid_until: null, source: '判定区分 2090' },
  },
  tags: ['reference_ranges'],
})

export const rangeFields = fieldsOf(InputObject(input))
export const rangeColumns = fieldsOf(Type.Object(row))
export const rangeQuery = fieldsOf(listAllReferenceRanges.query)
