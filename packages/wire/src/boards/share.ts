import Type, { type Static } from 'typebox'
import { assessmentKinds } from '../care/assessment.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Line, Nullable, OneOf, PartialDay } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { Band, testPackageKinds } from '../record/checkup.ts'
import { allergyKinds, relatives } from '../record/illness.ts'
import { timings } from '../record/medication.ts'
import { OptionalComparator, valueFormat } from '../record/value.ts'
import { FhirResource } from './fhir.ts'

/** Parts of a record that a patient can share, in the order in which they are shown. */
export const shareParts = ['medication', 'results', 'home_blood_pressure', 'illnesses', 'images', 'activity'] as const
export type SharePart = (typeof shareParts)[number]

export const shareDurations = ['hour', 'day', 'week', 'month'] as const
export type ShareDuration = (typeof shareDurations)[number]

/** After this many wrong codes the share is stopped for good. */
export const maxWrongCodes = 5
export const maxOpenShares = 20

/** How much of a part is shared. */
export const sharedCheckups = 3
export const sharedBloodPressureDays = 14
export const sharedActivityMonths = 3

const Parts = Type.Array(OneOf(shareParts), { minItems: 1, maxItems: shareParts.length })

export type ShareOpening = Static<typeof ShareOpening>
export const ShareOpening = Type.Object({
  opened_at: Instant,
  /** Browser and system, such as `Chrome, Windows`; empty if unknown. */
  browser: Type.String(),
  /** A program read the record as FHIR. */
  is_program: Type.Boolean(),
})

export type Share = Static<typeof Share>
export const Share = Type.Object({
  id: Id,
  /** For whom it is, in the patient’s words. */
  name: Type.String(),
  parts: Type.Array(OneOf(shareParts)),
  duration: OneOf(shareDurations),
  state: OneOf(['open', 'expired', 'revoked', 'locked']),
  wrong_codes: Type.Integer(),
  expires_at: Instant,
  revoked_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  opening_count: Type.Integer(),
  /** The newest, at most 20. */
  openings: Type.Array(ShareOpening),
})

export type ShareWithSecret = Static<typeof ShareWithSecret>
/** `url` and `passcode` are null once the share is over. */
export const ShareWithSecret = Type.Object({ ...Share.properties, url: Nullable(Type.String()), passcode: Nullable(Type.String()) })

const own = { permission: 'shares.own', audience: 'caller', changes: ['shares'] } as const
const exampleInput = { name: '三田内科クリニック 西村先生', parts: ['medication', 'results'], duration: 'week' }

export const listShares = endpoint({
  method: 'GET',
  path: '/api/shares',
  permission: 'shares.own',
  summary: 'List what the caller shares or shared with doctors, newest first',
  description: 'Max 200.',
  query: InputObject({}),
  reply: Items(Share),
  example: { query: {} },
})

export const readShare = endpoint({
  method: 'GET',
  path: '/api/shares/:id',
  permission: 'shares.own',
  summary: 'Read a share of the caller with its link and passcode',
  params: ById,
  reply: ShareWithSecret,
  example: { params: { id: 1 } },
})

export const addShare = endpoint({
  ...own,
  method: 'POST',
  path: '/api/shares',
  summary: 'Share parts of the own record by a link with a passcode',
  description: `At most ${maxOpenShares} shares can be open at a time (422).`,
  body: InputObject({ name: Line(100), parts: Parts, duration: OneOf(shareDurations) }),
  reply: ShareWithSecret,
  status: 201,
  example: { body: exampleInput },
})

export const changeShare = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/shares/:id',
  summary: 'Change what a share shows, for whom it is or how long it is open',
  description: 'Counts at once, also for visitors who have it open. `duration` starts again from now. A share that is over cannot be changed: 404.',
  params: ById,
  body: InputObject({
    updated_at: Type.Optional(Instant),
    name: Type.Optional(Line(100)),
    parts: Type.Optional(Parts),
    duration: Type.Optional(OneOf(shareDurations)),
  }),
  reply: ShareWithSecret,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { parts: ['medication'] } },
})

export const revokeShare = endpoint({
  ...own,
  method: 'DELETE',
  path: '/api/shares/:id',
  summary: 'Stop a share at once, also for visitors who have it open',
  params: ById,
  reply: Share,
  example: { params: { id: 1 } },
})

export type SharePartContents = Static<typeof SharePartContents>
export const SharePartContents = Type.Object({
  medication: Type.Object({ medicines: Type.Integer(), supplements: Type.Integer(), allergies: Type.Array(Type.String()) }),
  results: Type.Object({ newest_at: Nullable(Instant), checkups: Type.Integer(), items: Type.Integer() }),
  home_blood_pressure: Type.Object({ readings: Type.Integer() }),
  illnesses: Type.Object({ problems: Type.Integer(), high_risks: Type.Integer(), family: Type.Integer() }),
  images: Type.Object({ images: Type.Integer() }),
  activity: Type.Object({ days: Type.Integer() }),
})

export const readShareContents = endpoint({
  method: 'GET',
  path: '/api/share_contents',
  permission: 'shares.own',
  summary: 'Count what each part of a share would show now',
  query: InputObject({}),
  reply: SharePartContents,
  example: { query: {} },
})

/** Of the link, never of the database: it is stored as a keyed hash. */
const Token = Type.String({ pattern: '^[\\w-]{20,200}$', maxLength: 200 })
const Passcode = Type.String({ pattern: '^\\d{6}$', maxLength: 6 })
const ByToken = InputObject({ token: Token })
const exampleToken = 'q3nXQ0o0m1vFhJ2yY6v0bqkq'

const Medication = Type.Object({
  medicines: Type.Array(
    Type.Object({
      name: Type.String(),
      strength: Type.String(),
      daily_volume: Type.String(),
      divided_times: Nullable(Type.Integer()),
      timing: Type.Array(OneOf(timings)),
      started_on: Nullable(PartialDay),
      memo: Type.String(),
    }),
  ),
  supplements: Type.Array(Type.Object({ name: Type.String(), started_on: Nullable(PartialDay), memo: Type.String() })),
  /** Also those that never occurred: that somebody asked is worth knowing. */
  allergies: Type.Array(Type.Object({ kind: OneOf(allergyKinds), is_occured: Type.Boolean(), description: Type.String() })),
})

/** Values are in the order of the checkups. */
const Results = Type.Object({
  checkups: Type.Array(
    Type.Object({ kind: OneOf(testPackageKinds), name: Type.String(), location: Type.String(), tested_at: Instant, comment: Nullable(Type.String()) }),
  ),
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      display_name: Type.String(),
      group: Type.String(),
      unit: Type.String(),
      unit_display: Type.String(),
      ...valueFormat,
      values: Type.Array(
        Nullable(
          Type.Object({
            value: Type.Number(),
            comparator: OptionalComparator,
            status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
            /** Of the range by which the value was judged. */
            healthy: Nullable(Band),
          }),
        ),
      ),
    }),
  ),
})

const BloodPressure = Type.Object({
  recorded_at: Instant,
  systolic: Type.Number(),
  diastolic: Nullable(Type.Number()),
  /** The worse of both judgements. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
})

const Illnesses = Type.Object({
  /** Open problems and risks that the care team found. */
  assessments: Type.Array(Type.Object({ kind: OneOf(assessmentKinds), disease: Type.String(), conducted_on: Day, memo: Type.String() })),
  past: Type.Array(Type.Object({ disease: Type.String(), diagnosed_on: Nullable(PartialDay), recovered_on: Nullable(PartialDay), detail: Type.String() })),
  family: Type.Array(
    Type.Object({ relative: OneOf(relatives), disease: Type.String(), diagnosed_on: Nullable(PartialDay), diagnosed_age: Nullable(Type.Integer()) }),
  ),
})

const Images = Type.Array(
  Type.Object({
    name: Type.String(),
    recorded_at: Instant,
    origin: Type.String(),
    finding: Type.String(),
    status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
    /** Ids of images; videos are only counted. */
    images: Type.Array(Id),
    videos: Type.Integer(),
  }),
)

const Activity = Type.Object({
  /** Monday of each week, the newest first, with averages of the days that have data. */
  weeks: Type.Array(
    Type.Object({
      week: Day,
      steps: Nullable(Type.Integer()),
      step_days: Type.Integer(),
      sleep_minutes: Nullable(Type.Integer()),
      sleep_days: Type.Integer(),
    }),
  ),
})

export type SharedRecord = Static<typeof SharedRecord>
/** What a visitor sees. A part that is not shared is absent. */
export const SharedRecord = Type.Object({
  parts: Type.Array(OneOf(shareParts)),
  expires_at: Instant,
  /** When the record was read. */
  read_at: Instant,
  patient: Type.Object({
    last_name: Type.String(),
    first_name: Type.String(),
    last_name_kana: Type.String(),
    first_name_kana: Type.String(),
    birthday: Nullable(Day),
    sex: Nullable(OneOf(sexes)),
    main_doctor: Nullable(Type.Object({ last_name: Type.String(), first_name: Type.String() })),
  }),
  medication: Type.Optional(Medication),
  results: Type.Optional(Results),
  home_blood_pressure: Type.Optional(Type.Array(BloodPressure)),
  illnesses: Type.Optional(Illnesses),
  images: Type.Optional(Images),
  activity: Type.Optional(Activity),
})

export const openSharedRecord = endpoint({
  method: 'POST',
  path: '/api/shared_records',
  permission: 'public',
  summary: 'Open a shared record with the passcode',
  description: `Sets a cookie that opens this share alone, for an hour. The patient sees when it was opened. A wrong code gets 401 \`passcode_wrong\`; after ${maxWrongCodes} the share is stopped. Unknown, expired, revoked and stopped shares get the same 404.`,
  body: InputObject({ token: Token, passcode: Passcode }),
  // no record: a stored reply must not outlive the share
  reply: Type.Object({ expires_at: Instant }),
  errors: ['share_closed', 'passcode_wrong', 'too_many'],
  example: { body: { token: exampleToken, passcode: '482715' }, reply: { expires_at: '2026-11-29T09:00:00.000Z' } },
  audience: 'handler',
  changes: ['shares'],
})

export const readSharedRecord = endpoint({
  method: 'GET',
  path: '/api/shared_records/:token',
  permission: 'public',
  summary: 'Read a shared record that this browser opened with the passcode',
  description: '404 `share_closed` without the cookie of this share, and once the share is over.',
  params: ByToken,
  reply: SharedRecord,
  errors: ['share_closed'],
  example: { params: { token: exampleToken } },
})

export const readSharedImage = endpoint({
  method: 'GET',
  path: '/api/shared_records/:token/images/:id',
  permission: 'public',
  summary: 'Read an image of a shared record, at most 1,600 pixels wide and high',
  params: InputObject({ token: Token, id: Id }),
  reply: Type.String(),
  media: 'image/webp',
  errors: ['share_closed'],
  example: { params: { token: exampleToken, id: 1 } },
})

export const readSharedBundle = endpoint({
  method: 'POST',
  path: '/share/:token',
  permission: 'public',
  summary: 'Read a shared record as a FHIR bundle with the passcode',
  description:
    'For programs, at the address that people open in a browser: JSON or `application/x-www-form-urlencoded`. The parts that are shared, as resources of FHIR R4 with JP Core. Counts as an opening; codes are counted as those of people.',
  params: ByToken,
  body: InputObject({ passcode: Passcode }),
  reply: FhirResource,
  media: 'application/fhir+json',
  standard: 'fhir',
  errors: ['share_closed', 'passcode_wrong', 'too_many'],
  example: { params: { token: exampleToken }, body: { passcode: '482715' }, reply: { resourceType: 'Bundle', type: 'collection' } },
  audience: 'handler',
  changes: ['shares'],
})
