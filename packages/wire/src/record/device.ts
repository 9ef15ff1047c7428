import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Instant, Items, Line, Nullable, OneOf } from '../endpoint.ts'

/** Services through which samples of devices arrive. */
export const channels = ['apple_health', 'health_connect', 'google_fit'] as const
export type Channel = (typeof channels)[number]

export const sampleTypes = [
  'steps',
  'distance',
  'active_energy',
  'basal_energy',
  'total_energy',
  'stairs',
  'stand_hour',
  'sleep',
  'heart_rate',
  'body_weight',
] as const
export type SampleType = (typeof sampleTypes)[number]

export const maxSamplesPerPost = 100_000
/** Max bytes of a post with `maxSamplesPerPost` samples of about 480 bytes. */
const maxPostBytes = 48_000_000
/** With every post, clients read the samples of this many last days again, because samples arrive late and are revised. */
export const daysReadAgain = 7

const RecordId = Type.String({ pattern: '^[\\x21-\\x7e]{1,64}$', maxLength: 64 })

export type DeviceSource = Static<typeof DeviceSource>
export const DeviceSource = InputObject({ maker: Line(60, 0), model: Line(100, 0), app: Line(100, 0) })

export type Sample = Static<typeof Sample>
export const Sample = InputObject({
  /** Id that the service on the phone gave to the record. */
  record_id: RecordId,
  type: OneOf(sampleTypes),
  value: Type.Number(),
  unit: Line(20),
  started_at: Instant,
  ended_at: Instant,
  /** Minutes east of UTC where the person was; Tokyo is 540. */
  zone_offset: Type.Integer({ minimum: -720, maximum: 840 }),
  source: DeviceSource,
})

const Post = InputObject({
  user_id: Id,
  samples: Type.Array(Sample, { maxItems: maxSamplesPerPost }),
  /** Records that were deleted on the phone. */
  deleted: Type.Optional(Type.Array(RecordId, { maxItems: maxSamplesPerPost })),
  /** Types that the app may not read. The list, even an empty one, replaces the stored list; a post without the field keeps the stored one. */
  denied_types: Type.Optional(Type.Array(OneOf(sampleTypes), { maxItems: sampleTypes.length })),
})

export type PostCounts = Static<typeof PostCounts>
const PostCounts = Type.Object({ new: Type.Integer(), same: Type.Integer(), changed: Type.Integer(), deleted: Type.Integer() })

const postDescription =
  'Idempotent: a sample is identified by person, source and `record_id`; the reply counts new, unchanged, changed and deleted ones. Late, revised and deleted samples are accepted: read the last seven days again with every post. Up to 100,000 samples; all are saved or none. Units: `steps` count; `distance` m, km, mi; energies kcal, Cal, kJ; `stairs` count; `stand_hour` count (1 stood, 0 did not); `sleep` stage (0 in bed, 1 asleep, 2 awake, 3 core, 4 deep, 5 REM); `heart_rate` bpm, count/min; `body_weight` kg, g, lb. 422 names the field of each bad sample (up to 100), such as `samples.3.value`.'

const example = {
  body: {
    user_id: 1,
    samples: [
      {
        record_id: 'B6C1E2A4-0001',
        type: 'steps',
        value: 412,
        unit: 'count',
        started_at: '2026-01-09T22:00:00Z',
        ended_at: '2026-01-09T22:05:00Z',
        zone_offset: 540,
        source: { maker: 'Apple', model: 'Apple Watch Series 9', app: 'ヘルスケア' },
      },
    ],
    deleted: [],
  },
}

export const postAppleHealth = endpoint({
  method: 'POST',
  path: '/apple_healthkits',
  permission: 'health_data.write',
  summary: 'Send samples of Apple Health',
  description: postDescription,
  body: Post,
  maxBodyBytes: maxPostBytes,
  reply: PostCounts,
  status: 201,
  example,
  changes: ['device_samples'],
})

export const postHealthConnect = endpoint({
  method: 'POST',
  path: '/google_health_connect_values',
  permission: 'health_data.write',
  summary: 'Send samples of Google Health Connect',
  description: postDescription,
  body: Post,
  maxBodyBytes: maxPostBytes,
  reply: PostCounts,
  status: 201,
  example,
  changes: ['device_samples'],
})

const Query = InputObject({
  user_id: Id,
  types: Type.Optional(Type.Array(OneOf(sampleTypes), { minItems: 1, maxItems: sampleTypes.length })),
  /** Samples that started at this time or later. */
  from: Type.Optional(Instant),
  /** Samples that started before this time. */
  to: Type.Optional(Instant),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000 })),
  /** `next` of the previous page. */
  after: Type.Optional(Type.String({ pattern: '^[\\w-]{1,200}$', maxLength: 200 })),
})

export type StoredSample = Static<typeof StoredSample>
const StoredSample = Type.Object({
  record_id: Type.String(),
  source_id: Id,
  type: OneOf(sampleTypes),
  value: Type.Number(),
  /** The unit in which values of the type are stored. */
  unit: Type.String(),
  started_at: Instant,
  ended_at: Instant,
  zone_offset: Type.Integer(),
  source: Type.Object({ maker: Type.String(), model: Type.String(), app: Type.String() }),
})
const SamplePage = Type.Object({ items: Type.Array(StoredSample), next: Nullable(Type.String()) })

const queryDescription =
  'Type by type and source by source, oldest first; default all types and 1,000 samples. `next` continues the list and is null at its end.'
const queryOf = <const P extends `/${string}`, const S extends string>(path: P, summary: S) =>
  endpoint({
    method: 'POST',
    path,
    permission: 'patient.read',
    summary,
    description: queryDescription,
    body: Query,
    reply: SamplePage,
    status: 200,
    isPolled: true,
    example: { body: { user_id: 1, types: ['steps'], limit: 100 } },
  })

export const queryAppleHealth = queryOf('/apple_healthkits/query', 'List stored samples of Apple Health')
export const queryGoogleFit = queryOf('/google_fit_values/query', 'List stored samples of Google Fit')

const LatestPost = Type.Object({
  type: OneOf(sampleTypes),
  /** When a sample of the type last arrived. */
  posted_at: Instant,
  /** End of the newest sample. */
  last_ended_at: Instant,
  /** From when to read for the next post. */
  read_from: Instant,
})
const latestOf = <const P extends `/${string}`, const S extends string>(path: P, summary: S) =>
  endpoint({
    method: 'GET',
    path,
    permission: 'patient.read',
    summary,
    description: 'One item for each type of which a sample ever arrived. Without `user_id`, those of the caller.',
    query: InputObject({ user_id: Type.Optional(Id) }),
    reply: Items(LatestPost),
    example: { query: { user_id: 1 } },
  })

export const latestAppleHealth = latestOf('/apple_healthkits/latest_posts', 'List when samples of Apple Health came last')
export const latestHealthConnect = latestOf('/google_health_connect_values/latest_posts', 'List when samples of Google Health Connect came last')

export const healthConnectSyncTimes = endpoint({
  method: 'GET',
  path: '/google_health_connect_values/last_sync_times',
  permission: 'patient.read',
  summary: 'List from when Google Health Connect is to be read for each type',
  description: 'One item per key; `last_sync_time` is null if no sample has arrived yet.',
  query: InputObject({
    keys: Type.Unsafe<SampleType[]>({
      type: 'array',
      items: { type: 'string', enum: sampleTypes },
      minItems: 1,
      maxItems: sampleTypes.length,
      'x-comma': true,
    }),
    user_id: Id,
  }),
  reply: Items(Type.Object({ key: OneOf(sampleTypes), last_sync_time: Nullable(Instant), read_from: Nullable(Instant) })),
  example: { query: { keys: ['steps', 'sleep'], user_id: 1 } },
})
