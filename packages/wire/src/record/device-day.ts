import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, InputObject, Instant, Nullable, OneOf, UserId } from '../endpoint.ts'
import { channels, DeviceSource, sampleTypes } from './device.ts'

/** Numbers of a day that are derived from samples. */
export const dayKinds = ['steps', 'distance', 'active_energy', 'total_energy', 'stairs', 'stand_hour', 'sleep'] as const
export type DayKind = (typeof dayKinds)[number]
/** Groups of data: the sources of each group have one order. */
export const orderGroups = ['activity', 'sleep'] as const
export type OrderGroup = (typeof orderGroups)[number]
/**
 * Whether the devices' value of a day is in the record. `landed`: it is. `kept`: a value typed by hand is there instead. `implausible`: the value is too large.
 */
export const landings = ['landed', 'kept', 'implausible'] as const
export type Landing = (typeof landings)[number]

export type DeviceSync = Static<typeof DeviceSync>
const DeviceSync = Type.Object({
  channels: Type.Array(Type.Object({ channel: OneOf(channels), posted_at: Instant, denied_types: Type.Array(OneOf(sampleTypes)) })),
  /** In the order in which they count for activity. */
  sources: Type.Array(
    Type.Object({
      id: Id,
      channel: OneOf(channels),
      ...DeviceSource.properties,
      /**
       * Times of at least twelve whole hours without a sample of activity, since the start of the Tokyo day six days ago. The current hour is left out.
       */
      gaps: Type.Array(Type.Object({ from: Instant, to: Instant })),
      series: Type.Array(
        Type.Object({
          type: OneOf(sampleTypes),
          last_ended_at: Instant,
          posted_at: Instant,
          /** Local days of the person that have samples, of the last eight days. Empty for heart rates. */
          days: Type.Array(Day),
        }),
      ),
    }),
  ),
  /** Ids of the sources of each group, in the order in which they count. */
  orders: Type.Object({ activity: Type.Array(Id), sleep: Type.Array(Id) }),
})

export const getDeviceSync = endpoint({
  method: 'GET',
  path: '/api/device_syncs',
  permission: 'patient.read',
  summary: 'Read what a patient’s devices sent, and in which order they count',
  query: UserId,
  reply: DeviceSync,
  example: { query: { user_id: 1 } },
})

export const changeDeviceOrder = endpoint({
  method: 'PUT',
  path: '/api/device_orders',
  permission: 'health_data.write',
  summary: 'Change the order in which a patient’s devices count',
  description:
    'Where two devices measured at the same time, the first one counts. `source_ids` are all sources of the group, 422 otherwise; an empty list restores the order by the kind of device. All days are derived again by a job.',
  body: InputObject({ user_id: Id, group: OneOf(orderGroups), source_ids: Type.Array(Id, { maxItems: 200 }) }),
  reply: Type.Object({ user_id: Id, source_ids: Type.Array(Id) }),
  example: { body: { user_id: 1, group: 'activity', source_ids: [] } },
  changes: ['device_samples', 'device_days', 'steps', 'lifestyles', 'sleeps'],
})

export type DeviceDay = Static<typeof DeviceDay>
const DeviceDay = Type.Object({
  day: Day,
  kind: OneOf(dayKinds),
  /** In steps, km, kcal, floors, hours or minutes of sleep; null if no device measured: missing is not zero. */
  value: Nullable(Type.Number()),
  /** Null without a value, and while the value is being derived. */
  landing: Nullable(OneOf(landings)),
  sources: Type.Array(
    Type.Object({
      source_id: Id,
      ...DeviceSource.properties,
      /** `arrived` = `counted` + `dropped`. */
      arrived: Type.Number(),
      counted: Type.Number(),
      dropped: Type.Number(),
      dropped_samples: Type.Integer(),
      spans: Type.Array(Type.Object({ started_at: Instant, ended_at: Instant, is_counted: Type.Boolean() })),
    }),
  ),
  /** Sources that send this kind of data, but nothing for the day. */
  silent_source_ids: Type.Array(Id),
})

export const getDeviceDay = endpoint({
  method: 'GET',
  path: '/api/device_days',
  permission: 'patient.read',
  summary: 'Read how a day’s number comes from a patient’s devices',
  query: InputObject({ user_id: Id, day: Day, kind: OneOf(dayKinds) }),
  reply: DeviceDay,
  example: { query: { user_id: 1, day: '2026-01-09', kind: 'steps' } },
})

export type TypedValue = Static<typeof TypedValue>
/** What was typed by hand for a day’s number: spans of sleep, or else a value in the unit of the record. */
const TypedValue = InputObject({
  value: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  spans: Type.Array(InputObject({ started_at: Instant, ended_at: Instant }), { maxItems: 50 }),
})

export const preferDevice = endpoint({
  method: 'PUT',
  path: '/api/device_days',
  permission: 'health_data.write',
  summary: 'Replace a value of a day that was typed by hand with the value of the devices',
  description:
    'If `landing` is `kept`, removes the typed value and returns it as `removed`; otherwise changes nothing. The audit log keeps the removed value. A value that is typed later takes precedence again. To undo the call, send the `removed` of its reply as `typed`: the record then has this value again.',
  body: InputObject({ user_id: Id, day: Day, kind: OneOf(dayKinds), typed: Type.Optional(TypedValue) }),
  reply: Type.Object({ ...DeviceDay.properties, removed: Nullable(TypedValue) }),
  example: { body: { user_id: 1, day: '2026-01-09', kind: 'steps' } },
  changes: ['device_days', 'steps', 'lifestyles', 'sleeps'],
})
