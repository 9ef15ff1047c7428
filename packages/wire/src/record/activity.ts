import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, Instant, Items, Line, Nullable, OneOf, Sent } from '../endpoint.ts'

export type Step = Static<typeof Step>
export const Step = Type.Object({
  id: Id,
  user_id: Id,
  /** A day in Tokyo; days without a number are absent, never 0. */
  measured_on: Day,
  count: Type.Integer(),
  /** 0 from 6,000 steps, else 2. */
  status: Type.Integer({ minimum: 0, maximum: 2 }),
  /** The device or service they came from; empty where they were typed. */
  origin: Type.String(),
  updated_at: Instant,
})

export const listSteps = endpoint({
  method: 'GET',
  path: '/api/steps',
  permission: 'patient.read',
  summary: 'A patient’s steps of the newest `count` days that have any, newest first',
  description: '400 days unless told.',
  query: Sent({ user_id: Id, count: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })) }),
  reply: Items(Step),
  example: { query: { user_id: 1, count: 7 } },
})

export const maxStepDays = 1000
export const maxSteps = 200_000

export const addSteps = endpoint({
  method: 'POST',
  path: '/api/steps/bulk',
  permission: 'health_data.write',
  summary: 'Writes steps of several days',
  description:
    'All or nothing, and the same again changes nothing: the answer tells of each day whether it is new, the same as before, or changed. A day stands in the list once and is not in the future.',
  body: Sent({
    user_id: Id,
    origin: Type.Optional(Line(100, 0)),
    steps: Type.Array(Sent({ measured_on: Day, count: Type.Integer({ minimum: 0, maximum: maxSteps }) }), { minItems: 1, maxItems: maxStepDays }),
  }),
  reply: Items(Type.Object({ measured_on: Day, outcome: OneOf(['new', 'same', 'changed']), step: Step })),
  status: 201,
  example: { body: { user_id: 1, steps: [{ measured_on: '2026-11-20', count: 7302 }] } },
  changes: ['steps'],
})

export type Sleep = Static<typeof Sleep>
export const Sleep = Type.Object({
  id: Id,
  user_id: Id,
  started_at: Instant,
  ended_at: Instant,
  /** By day, and short. */
  is_nap: Type.Boolean(),
  origin: Type.String(),
})

export const listSleeps = endpoint({
  method: 'GET',
  path: '/api/sleeps',
  permission: 'patient.read',
  summary: 'A patient’s sleep as it was recorded, newest first',
  description: '100 unless told; `before` reads on from the start of the oldest.',
  query: Sent({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })), before: Type.Optional(Instant) }),
  reply: Items(Sleep),
  example: { query: { user_id: 1, limit: 10 } },
})

export type DailySleep = Static<typeof DailySleep>
export const DailySleep = Type.Object({
  user_id: Id,
  /** The day in Tokyo on which the person woke up; days without a record are absent, never 0. */
  woke_on: Day,
  /** Night and naps; what two devices recorded at once counts once. */
  total_minutes: Type.Integer(),
  night_minutes: Type.Integer(),
  nap_minutes: Type.Integer(),
  /** Of the night; null where there were only naps. */
  bedtime: Nullable(Instant),
  wake_time: Nullable(Instant),
  /** How often the person fell asleep, naps included. */
  episodes: Type.Integer(),
  naps: Type.Integer(),
})

export const listDailySleeps = endpoint({
  method: 'GET',
  path: '/api/sleeps/daily',
  permission: 'patient.read',
  summary: 'A patient’s sleep by the day on which they woke up, newest first',
  description: '`limit` days that have any, 31 unless told; `before` is a day and not part of the answer.',
  query: Sent({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })), before: Type.Optional(Day) }),
  reply: Items(DailySleep),
  example: { query: { user_id: 1, limit: 7 } },
})
