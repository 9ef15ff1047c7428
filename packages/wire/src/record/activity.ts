import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, InputObject, Instant, Items, Line, Nullable, OneOf } from '../endpoint.ts'

export type Step = Static<typeof Step>
export const Step = Type.Object({
  id: Id,
  user_id: Id,
  /** Day in Tokyo. Days without data are absent, never 0. */
  measured_on: Day,
  count: Type.Integer(),
  /** 0 (healthy) from 6,000 steps, else 2 (warning). */
  status: Type.Integer({ minimum: 0, maximum: 2 }),
  /** Device or service the data comes from; empty if entered by hand. */
  origin: Type.String(),
  updated_at: Instant,
})

export const listSteps = endpoint({
  method: 'GET',
  path: '/api/steps',
  permission: 'patient.read',
  summary: 'List a patient’s daily steps for the newest `count` days with data',
  description: 'Newest first; default 400 days.',
  query: InputObject({ user_id: Id, count: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })) }),
  reply: Items(Step),
  example: { query: { user_id: 1, count: 7 } },
})

export const maxStepDays = 1000
export const maxSteps = 200_000

export const addSteps = endpoint({
  method: 'POST',
  path: '/api/steps/bulk',
  permission: 'health_data.write',
  summary: 'Record steps of several days',
  description:
    'Idempotent and atomic: all days are saved or none. The reply states for each day whether it is new, unchanged or changed. Each day may occur once and must not be in the future.',
  body: InputObject({
    user_id: Id,
    origin: Type.Optional(Line(100, 0)),
    steps: Type.Array(InputObject({ measured_on: Day, count: Type.Integer({ minimum: 0, maximum: maxSteps }) }), { minItems: 1, maxItems: maxStepDays }),
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
  /** A short sleep during the day. */
  is_nap: Type.Boolean(),
  origin: Type.String(),
})

export const listSleeps = endpoint({
  method: 'GET',
  path: '/api/sleeps',
  permission: 'patient.read',
  summary: 'List a patient’s recorded sleep episodes, newest first',
  description: 'Default 100. For the next page, `before` takes the start of the oldest episode.',
  query: InputObject({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })), before: Type.Optional(Instant) }),
  reply: Items(Sleep),
  example: { query: { user_id: 1, limit: 10 } },
})

export type DailySleep = Static<typeof DailySleep>
export const DailySleep = Type.Object({
  user_id: Id,
  /** Day of waking up: for sleep from devices the local day of the person, else the day in Tokyo. Days without data are absent, never 0. */
  woke_on: Day,
  /** Night and naps in total; overlapping episodes of two devices count once. */
  total_minutes: Type.Integer(),
  night_minutes: Type.Integer(),
  nap_minutes: Type.Integer(),
  /** Start and end of the night; null if there were only naps. */
  bedtime: Nullable(Instant),
  wake_time: Nullable(Instant),
  /** Number of sleep episodes, naps included. */
  episodes: Type.Integer(),
  naps: Type.Integer(),
})

export const listDailySleeps = endpoint({
  method: 'GET',
  path: '/api/sleeps/daily',
  permission: 'patient.read',
  summary: 'List a patient’s sleep totals by day of waking up, newest first',
  description: '`limit` is the number of days with data, default 31; `before` is an exclusive day.',
  query: InputObject({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })), before: Type.Optional(Day) }),
  reply: Items(DailySleep),
  example: { query: { user_id: 1, limit: 7 } },
})

export const putSleep = endpoint({
  method: 'PUT',
  path: '/api/sleeps/daily',
  permission: 'health_data.write',
  summary: 'Enter, correct or remove the night that a person notes by hand',
  description:
    'One entry for each Tokyo day of waking up; sleep from devices stays, and overlapping times count once. `null` for both times removes the entry. The night is at most 24 hours long and must have ended. Replies with the day, or an empty list without sleep.',
  body: InputObject({ user_id: Id, woke_on: Day, bedtime: Nullable(Instant), wake_time: Nullable(Instant) }),
  reply: Items(DailySleep),
  example: { body: { user_id: 1, woke_on: '2026-11-20', bedtime: '2026-11-19T14:10:00Z', wake_time: '2026-11-19T21:20:00Z' } },
  changes: ['sleeps'],
})
