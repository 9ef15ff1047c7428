import Type, { type Static } from 'typebox'
import { assessmentKinds } from '../care/assessment.ts'
import { Day, endpoint, Id, InputObject, Instant, Nullable, OneOf, PartialDay } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { Band, testPackageKinds } from '../record/checkup.ts'
import { AllergyReaction, relatives } from '../record/illness.ts'
import { timings } from '../record/medication.ts'
import { OptionalComparator, valueFormat } from '../record/value.ts'
import { FhirResource } from './fhir.ts'
import { maxWrongCodes, shareParts } from './share.ts'

/** Token in the link. The database stores its keyed hash for look-ups. */
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
  /** Includes kinds of allergies that never occurred, because it is worth knowing that somebody asked about them. */
  allergies: Type.Array(Type.Pick(AllergyReaction, ['kind', 'is_occured', 'description', 'confirmed_at', 'is_self_reported'])),
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
            /** Healthy band of the range by which the value was judged. */
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
  /** The worse status of the two values. */
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
/** What people see who open the share. A part that is not shared is absent. */
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
  isNeverStored: true,
  summary: 'Open a shared record with the passcode',
  description: `Sets a cookie that opens only this share, for an hour. The patient sees when it was opened. A wrong code gets 401 \`passcode_wrong\`; after ${maxWrongCodes} the share is locked. Unknown, expired, revoked and locked shares get the same 404.`,
  body: InputObject({ token: Token, passcode: Passcode }),
  reply: Type.Object({ expires_at: Instant }),
  errors: ['share_closed', 'passcode_wrong', 'too_many'],
  example: { body: { token: exampleToken, passcode: '482715' }, reply: { expires_at: '2026-11-29T09:00:00.000Z' } },
  audience: 'handler',
  changes: ['shares'],
})

export const getSharedRecord = endpoint({
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

export const watchSharedRecord = endpoint({
  method: 'GET',
  path: '/api/shared_records/:token/state',
  permission: 'public',
  isPolled: true,
  summary: 'Ask whether an opened share is still open, and what it shows',
  description:
    'Open pages call it every few seconds, and read the record again if `parts` are not those of the record. It reads nothing of the record. 404 `share_closed` in the same cases as the record itself.',
  params: ByToken,
  reply: Type.Object({ expires_at: Instant, parts: Type.Array(OneOf(shareParts)) }),
  errors: ['share_closed'],
  example: { params: { token: exampleToken } },
})

export const getSharedImage = endpoint({
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

export const getSharedBundle = endpoint({
  method: 'POST',
  path: '/share/:token',
  permission: 'public',
  isNeverStored: true,
  summary: 'Read a shared record as a FHIR bundle with the passcode',
  description:
    'For programs, at the address that people open in a browser: JSON or `application/x-www-form-urlencoded`. The reply has the shared parts as resources of FHIR R4 with JP Core. The call counts as an opening; wrong codes count as those of people do.',
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
