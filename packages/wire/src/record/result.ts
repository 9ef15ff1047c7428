import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Line, Nothing, OneOf } from '../endpoint.ts'
import { TestResult } from './checkup.ts'
import { OptionalComparator } from './value.ts'

const value = Type.Number({ minimum: -1e9, maximum: 1e9 })
/** The category's unit or one of its conversions. */
const unit = Line(40, 0)

/** Why a row was rejected; the texts are those of the field reasons. */
const rejectionReasons = [
  'unknown_category',
  'unknown_unit',
  'impossible',
  'unlikely',
  'not_a_step',
  'in_future',
  'before_birth',
  'repeated',
  'released',
] as const
const outcomes = ['new', 'same', 'changed', 'refused'] as const

export type BulkOutcome = Static<typeof BulkOutcome>
const BulkOutcome = Type.Object({
  /** Index of the row in the request, from 0. */
  index: Type.Integer(),
  outcome: OneOf(outcomes),
  reason: Type.Optional(OneOf(rejectionReasons)),
  /** In the request's language. */
  message: Type.Optional(Type.String()),
  result: Type.Optional(TestResult),
})

export const addTestResults = endpoint({
  method: 'POST',
  path: '/api/test_results/bulk',
  permission: 'test_results.write',
  summary: 'Write many results of one patient; returns the outcome of each row',
  description:
    'One transaction: rejected rows are skipped, the others are saved. A checkup, category and time identify a result: the same value again is `same`, another value is `changed`. Values outside `likely` require `confirmed`. Qualitative values are the index of their label. BMI, non-HDL and LDL cholesterol and eGFR are calculated if not measured.',
  body: InputObject({
    user_id: Id,
    test_package_id: Type.Optional(Id),
    results: Type.Array(
      InputObject({
        category_id: Type.Optional(Id),
        category_name: Type.Optional(Line(100)),
        value,
        comparator: OptionalComparator,
        unit: Type.Optional(unit),
        recorded_at: Instant,
        confirmed: Type.Optional(Type.Boolean()),
        /** Name of the import or device; replaced by the location of the checkup if it has one. */
        origin: Type.Optional(Line(200, 0)),
      }),
      { minItems: 1, maxItems: 2000 },
    ),
  }),
  reply: Type.Object({ items: Type.Array(BulkOutcome) }),
  example: { body: { user_id: 1, results: [{ category_name: 'ldl_cholesterol', value: 118, recorded_at: '2026-01-10T00:00:00Z' }] } },
  changes: ['test_results', 'test_packages'],
})

export const changeTestResult = endpoint({
  method: 'PUT',
  path: '/api/test_results/:id',
  permission: 'test_results.write',
  summary: 'Correct a result and judge it again',
  description: 'A calculated result can only be changed through its inputs.',
  params: ById,
  body: InputObject({
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
    updated_at: Type.Optional(Instant),
    value: Type.Optional(value),
    /** Applies if `value` is sent: absent or null then removes the comparator. */
    comparator: OptionalComparator,
    unit: Type.Optional(unit),
    recorded_at: Type.Optional(Instant),
    confirmed: Type.Optional(Type.Boolean()),
  }),
  reply: TestResult,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { value: 118 } },
  changes: ['test_results', 'test_packages'],
})

export const removeTestResult = endpoint({
  method: 'DELETE',
  path: '/api/test_results/:id',
  permission: 'test_results.write',
  summary: 'Delete a result',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['invalid'],
  example: { params: { id: 1 } },
  changes: ['test_results', 'test_packages'],
})
