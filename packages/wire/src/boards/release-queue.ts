import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, InputObject, Instant, Line, Nullable, OneOf, Text } from '../endpoint.ts'
import { Person, sexes } from '../people/account.ts'
import { TestPackage } from '../record/checkup.ts'
import { Findings } from './timeline.ts'
import { TodayItem } from './today.ts'

/**
 * `urgent`: a result is critical, so the patient is called first; `review`: a result is abnormal, borderline or not judged (an image, or a number
 * whose item has a range), a judgement of the provider asks for something, or a value was left out of the import; `within`: none of these.
 */
export const releaseGroups = ['urgent', 'review', 'within'] as const
export type ReleaseGroup = (typeof releaseGroups)[number]

/** Max checkups in one release; also the max of held and the max of waiting checkups in one list. */
export const maxReleases = 200
export const maxReleaseComment = 2000
/** Delay in seconds before results are released; the release can be stopped meanwhile. */
export const holdSeconds = 60

export type ReleaseHold = Static<typeof ReleaseHold>
/** A release that can still be stopped. Until `releases_at` the patient sees nothing and gets no mail. */
export const ReleaseHold = Type.Object({
  /** The version that was reviewed. The checkup is released in this version only. */
  version: Type.String(),
  comment: Nullable(Type.String()),
  held_by: Person,
  releases_at: Instant,
  /** Seconds until `releases_at`, by the server's clock. */
  seconds_left: Type.Integer(),
})

export type ReleaseItem = Static<typeof ReleaseItem>
/** A checkup whose results, or judgements of its provider alone, wait for their release. */
export const ReleaseItem = Type.Object({
  group: OneOf(releaseGroups),
  /** Changes with the checkup, and with each result that is added, changed, judged otherwise or deleted. A release names the version that was reviewed. */
  version: Type.String(),
  patient: Type.Object({
    id: Id,
    first_name: Type.String(),
    last_name: Type.String(),
    first_name_kana: Type.String(),
    last_name_kana: Type.String(),
    icon: Nullable(Type.String()),
    birthday: Nullable(Day),
    sex: Nullable(OneOf(sexes)),
    phone_number: Nullable(Type.String()),
  }),
  checkup: TestPackage,
  findings: Findings,
  /**
   * A value of the provider's file was left out (`cellReasons`), for example because it cannot be read, or because somebody must confirm it. The group is
   * then `review` or `urgent`.
   */
  has_open_values: Type.Boolean(),
  /** For an urgent checkup: its row of `/today`, with the attempts to reach the patient. Contacts are recorded for this row. */
  board_row: Nullable(TodayItem),
  /** Set from the decision to release the results until they are released or the release is stopped. */
  hold: Nullable(ReleaseHold),
})

export type ReleaseQueue = Static<typeof ReleaseQueue>
export const ReleaseQueue = Type.Object({
  items: Type.Array(ReleaseItem),
  /** Number of waiting checkups, including those beyond `maxReleases` but not those that are held. */
  counts: Type.Object({ urgent: Type.Integer(), review: Type.Integer(), within: Type.Integer() }),
  /** Checkups of the import that are already released. 0 without an import. */
  released_count: Type.Integer(),
})

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/releases',
  listsPatients: true,
  permission: 'test_results.write',
  summary: 'List checkups whose results wait for their release, the most severe first',
  description: `First the checkups that are held, then those that wait, max ${maxReleases} of each; releasing makes room for the next. Checkups with critical results come first, then those with values left out of the import, then by the number of values far out of range, of abnormal values, of provider’s judgements that ask for something, of borderline values and of those not judged, then the oldest. A checkup without results is listed if it has judgements of its provider. \`import_id\`: checkups that this import wrote.`,
  query: InputObject({ import_id: Type.Optional(Id) }),
  reply: ReleaseQueue,
  example: { query: { import_id: 1 } },
})

/**
 * `changed`: the checkup or a result changed after the review; `call_required`: a result is critical and no call is recorded; `in_future`: the day of the
 * call is in the future; `not_complete`: the checkup is not complete or was cancelled; `released`: it was already held or released with another comment;
 * `not_found`.
 */
export const releaseRefusals = ['changed', 'call_required', 'in_future', 'not_complete', 'released', 'not_found'] as const

export type ReleaseOutcome = Static<typeof ReleaseOutcome>
export const ReleaseOutcome = Type.Object({ id: Id, outcome: OneOf(['held', 'released', 'refused']), reason: Nullable(OneOf(releaseRefusals)) })

export const addReleases = endpoint({
  method: 'POST',
  path: '/api/releases',
  permission: 'test_results.write',
  summary: `Release the results of several checkups and notify each patient by mail, after a delay of ${holdSeconds} seconds`,
  description:
    'Each item names a checkup, the `version` that was reviewed and a comment; without `comment`, the stored one is kept. The reply has one outcome per item, in the same order. A refused checkup is not changed and does not stop the others. A checkup that is already held or released with the same comment counts as held or released and sends no second mail; a held one with another `version` or `called_on` is held anew with these. After the delay a checkup is released only if it could still be released as it was sent; otherwise it waits again.',
  body: InputObject({
    items: Type.Array(InputObject({ id: Id, version: Line(100), comment: Type.Optional(Nullable(Text(maxReleaseComment))), called_on: Type.Optional(Day) }), {
      minItems: 1,
      maxItems: maxReleases,
    }),
  }),
  reply: Type.Object({ items: Type.Array(ReleaseOutcome) }),
  status: 200,
  example: { body: { items: [{ id: 1, version: '1795133400000-57444268800000-2147483648', comment: '全体に良い結果でした。' }] } },
  staffChanges: ['held_releases'],
})

export const stopReleases = endpoint({
  method: 'POST',
  path: '/api/releases/stop',
  permission: 'test_results.write',
  summary: 'Stop releases that are held: the checkups wait again',
  description: 'Everyone who may release may stop. Checkups that are not held, or released by now, are missing in `stopped_ids`.',
  body: InputObject({ ids: Type.Array(Id, { minItems: 1, maxItems: maxReleases }) }),
  reply: Type.Object({ stopped_ids: Type.Array(Id) }),
  status: 200,
  example: { body: { ids: [1] } },
  staffChanges: ['held_releases'],
})
