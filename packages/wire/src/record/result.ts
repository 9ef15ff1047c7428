import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Line, Nothing, OneOf, Sent } from '../endpoint.ts'
import { TestResult } from './checkup.ts'

const value = Type.Number({ minimum: -1e9, maximum: 1e9 })
/** The category’s own, or one it converts from. */
const unit = Line(40, 0)

/** Why a row was not stored; the words are those of a field. */
const refusedRows = ['unknown_category', 'unknown_unit', 'impossible', 'unlikely', 'in_future', 'before_birth', 'repeated', 'released'] as const
const outcomes = ['new', 'same', 'changed', 'refused'] as const

export type BulkOutcome = Static<typeof BulkOutcome>
const BulkOutcome = Type.Object({
  /** Of the row sent, from 0. */
  index: Type.Integer(),
  outcome: OneOf(outcomes),
  reason: Type.Optional(OneOf(refusedRows)),
  /** In the request’s language. */
  message: Type.Optional(Type.String()),
  result: Type.Optional(TestResult),
})

export const addTestResults = endpoint({
  method: 'POST',
  path: '/api/test_results/bulk',
  permission: 'test_results.write',
  summary: 'Writes many results of one patient at once, and says of each what became of it',
  description:
    'One transaction. Of the same checkup, category and time there is one result: sent again it is `same`, with another value `changed`. A row that is refused is not stored, the others are. Values outside `likely` take `confirmed`. BMI, non-HDL and LDL cholesterol and eGFR are reckoned where they were not measured.',
  body: Sent({
    user_id: Id,
    test_package_id: Type.Optional(Id),
    results: Type.Array(
      Sent({
        category_id: Type.Optional(Id),
        category_name: Type.Optional(Line(100)),
        value,
        unit: Type.Optional(unit),
        recorded_at: Instant,
        confirmed: Type.Optional(Type.Boolean()),
        /** The name of the import or the device; a checkup’s results have its location. */
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
  summary: 'Corrects a result, and judges it anew',
  description: 'A reckoned result is changed through the values it comes from.',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
    updated_at: Type.Optional(Instant),
    value: Type.Optional(value),
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
  summary: 'Removes a result',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['test_results', 'test_packages'],
})
