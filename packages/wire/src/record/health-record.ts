import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Nothing, Nullable, OneOf, Page, Paged, Sent, Text } from '../endpoint.ts'

/** A number, a pair of which the first is above the second, words, or a picture. */
export const healthRecordKinds = ['number', 'pair', 'text', 'photo'] as const

export type HealthRecordCategory = Static<typeof HealthRecordCategory>
export const HealthRecordCategory = Type.Object({
  id: Id,
  /** Its code. */
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  value_kind: OneOf(healthRecordKinds),
  unit: Type.String(),
  values: Type.Array(
    Type.Object({
      name: Type.String(),
      display_name: Type.String(),
      /** Both ends belong to it. */
      possible: Type.Object({ min: Type.Number(), max: Type.Number() }),
      /** What the same is called among the results. */
      numeric_category: Type.String(),
    }),
  ),
  sort_number: Type.Integer(),
})

export const listHealthRecordCategories = endpoint({
  method: 'GET',
  path: '/api/health_record_categories',
  permission: 'catalogue.read',
  summary: 'What people record of themselves',
  query: Sent({}),
  reply: Items(HealthRecordCategory),
  cache: 'reference',
})

const RecordValue = { name: Type.String({ minLength: 1, maxLength: 100 }), value: Type.Number({ minimum: -1e9, maximum: 1e9 }) }

/** Where the results come from that people measured of themselves. */
export const selfMeasured = '自己測定'

export type HealthRecord = Static<typeof HealthRecord>
export const HealthRecord = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  /** The category’s name. */
  category: Type.String(),
  recorded_at: Instant,
  values: Type.Array(Type.Object(RecordValue)),
  text: Type.String(),
  /** Who wrote it down; null where they are not with us any more. */
  created_by: Nullable(Id),
  created_at: Instant,
})

export const listHealthRecords = endpoint({
  method: 'GET',
  path: '/api/health_records',
  permission: 'patient.read',
  summary: 'What a patient recorded of themselves, newest first',
  description: '25 a page, or `limit` of them.',
  query: Sent({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })), page: Page }),
  reply: Paged(HealthRecord),
  example: { query: { user_id: 1, limit: 10, page: 1 } },
})

export const addHealthRecord = endpoint({
  method: 'POST',
  path: '/api/health_records',
  permission: 'health_data.write',
  summary: 'Writes down a value or a note',
  description:
    'The category by `category_id` or by `category`, its name. A number is `value`, a pair `values`; words are `text`, which may stand beside numbers too. Not in the future; now unless told. Numbers are a result too, measured by the person themself, and judged as one: what is rarely seen takes `confirmed`.',
  body: Sent({
    user_id: Id,
    category_id: Type.Optional(Id),
    category: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    value: Type.Optional(RecordValue.value),
    values: Type.Optional(Type.Array(Sent(RecordValue), { maxItems: 10 })),
    text: Type.Optional(Text(2000, 0)),
    recorded_at: Type.Optional(Instant),
    /** A value that is rarely seen is right nevertheless. */
    confirmed: Type.Optional(Type.Boolean()),
  }),
  reply: HealthRecord,
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

export const removeHealthRecord = endpoint({
  method: 'DELETE',
  path: '/api/health_records/:id',
  permission: 'health_data.write',
  summary: 'Removes a record and the results it made',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['health_records', 'test_results'],
})
