import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Nothing, Nullable, OneOf, Page, Paged, Text } from '../endpoint.ts'

/** A number, a pair whose first value is the higher, free text, or a photo. */
export const healthRecordKinds = ['number', 'pair', 'text', 'photo'] as const

export type HealthRecordCategory = Static<typeof HealthRecordCategory>
export const HealthRecordCategory = Type.Object({
  id: Id,
  /** Code of the category. */
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  value_kind: OneOf(healthRecordKinds),
  unit: Type.String(),
  values: Type.Array(
    Type.Object({
      name: Type.String(),
      display_name: Type.String(),
      /** Inclusive. */
      possible: Type.Object({ min: Type.Number(), max: Type.Number() }),
      /** Name of the matching category of numeric results. */
      numeric_category: Type.String(),
    }),
  ),
  /** Offered for new records. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer(),
})

export const listHealthRecordCategories = endpoint({
  method: 'GET',
  path: '/api/health_record_categories',
  permission: 'catalogue.read',
  summary: 'List the categories of self-recorded data',
  query: InputObject({}),
  reply: Items(HealthRecordCategory),
  cache: 'reference',
})

const RecordValue = { name: Type.String({ minLength: 1, maxLength: 100 }), value: Type.Number({ minimum: -1e9, maximum: 1e9 }) }

/** Origin of results that patients measured themselves. */
export const selfMeasured = '自己測定'

export type HealthRecord = Static<typeof HealthRecord>
export const HealthRecord = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  /** Name of the category. */
  category: Type.String(),
  recorded_at: Instant,
  values: Type.Array(Type.Object(RecordValue)),
  text: Type.String(),
  /** Who entered it; null if the account no longer exists. */
  created_by: Nullable(Id),
  created_at: Instant,
  updated_at: Instant,
})

export const listHealthRecords = endpoint({
  method: 'GET',
  path: '/api/health_records',
  permission: 'patient.read',
  summary: 'List a patient’s self-recorded data, newest first',
  description: '25 a page, or `limit`. Without `user_id`, the caller’s own; staff must name a patient.',
  query: InputObject({ user_id: Type.Optional(Id), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })), page: Page }),
  reply: Paged(HealthRecord),
  example: { query: { user_id: 1, limit: 10, page: 1 } },
})

/** `category_name`: of the numeric result; `side`: of the critical limits. */
export type SeriousValue = Static<typeof SeriousValue>
const SeriousValue = Type.Object({ category_name: Type.String(), side: OneOf(['low', 'high']) })

/** `is_serious`: a value is critical, and the person should contact the care team. `serious_values`: which values are. */
const SavedHealthRecord = Type.Object({ ...HealthRecord.properties, is_serious: Type.Boolean(), serious_values: Type.Array(SeriousValue) })

const content = {
  value: Type.Optional(RecordValue.value),
  values: Type.Optional(Type.Array(InputObject(RecordValue), { maxItems: 10 })),
  text: Type.Optional(Text(2000, 0)),
  recorded_at: Type.Optional(Instant),
  /** Confirms an unlikely value. */
  confirmed: Type.Optional(Type.Boolean()),
}

export const addHealthRecord = endpoint({
  method: 'POST',
  path: '/api/health_records',
  permission: 'health_data.write',
  summary: 'Record a value or a note',
  description:
    'Name the category by `category_id` or by its name in `category`. Send a number as `value`, a pair as `values`; `text` may accompany them. `recorded_at` defaults to now and must not be in the future; one of the next five minutes, as of a fast clock, is stored as now. Numbers are also stored as self-measured results and judged; values that are unlikely, or unlike that of the last 30 days, require `confirmed`. 422 on `recorded_at` if another number of the same item is recorded for that moment.',
  body: InputObject({
    user_id: Id,
    category_id: Type.Optional(Id),
    category: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    ...content,
  }),
  reply: SavedHealthRecord,
  status: 201,
  example: {
    body: {
      user_id: 1,
      category: 'blood_pressure',
      values: [
        { name: 'systolic', value: 128 },
        { name: 'diastolic', value: 82 },
      ],
    },
  },
  changes: ['health_records', 'test_results'],
})

export const changeHealthRecord = endpoint({
  method: 'PUT',
  path: '/api/health_records/:id',
  permission: 'health_data.write',
  summary: 'Correct a record and the results that it created',
  description:
    'Changes what is sent, as in `POST /api/health_records`; numbers are sent all together. Results whose number or time changes are judged again; `serious_values` are those of them. 409 `result_changed` if such a result was changed or deleted since, 409 `conflict` if the record changed since `updated_at`.',
  params: ById,
  body: InputObject({ ...content, updated_at: Type.Optional(Instant) }),
  reply: SavedHealthRecord,
  errors: ['conflict', 'result_changed'],
  example: { params: { id: 1 }, body: { value: 58.4 } },
  changes: ['health_records', 'test_results'],
})

export const removeHealthRecord = endpoint({
  method: 'DELETE',
  path: '/api/health_records/:id',
  permission: 'health_data.write',
  summary: 'Delete a record and the unchanged results that it alone created',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['health_records', 'test_results'],
})
