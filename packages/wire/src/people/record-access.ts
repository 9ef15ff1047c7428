import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Instant, Nullable, OneOf } from '../endpoint.ts'
import { Person } from './account.ts'

/** Parts of a record that somebody can have read or changed. */
export const recordParts = [
  'profile',
  'results',
  'images',
  'checkups',
  'symptoms',
  'lifestyle',
  'activity',
  'self_records',
  'illnesses',
  'allergies',
  'medicines',
  'score',
  'stress_check',
  'questionnaires',
  'interviews',
  'notes',
  'goals',
  'messages',
  'tasks',
  'files',
  'other',
] as const
export type RecordPart = (typeof recordParts)[number]

export type RecordAccess = Static<typeof RecordAccess>
/** Accesses of one person, each within 30 minutes of the one before. */
export const RecordAccess = Type.Object({
  id: Id,
  from: Instant,
  until: Instant,
  person: Person,
  /** Whether the person is now in the care team of the patient. */
  is_care_team: Type.Boolean(),
  read: Type.Array(OneOf(recordParts)),
  changed: Type.Array(OneOf(recordParts)),
})

export const listRecordAccesses = endpoint({
  method: 'GET',
  path: '/api/record_accesses',
  permission: 'account.own',
  summary: 'List who else accessed the caller’s record, the newest first',
  description:
    'From the audit log. Lists in which a patient’s name appears among others, such as the list of conversations, are left out. `before` is the `next_before` of the previous page. `people` and `care_team` count the persons of the last 30 days.',
  query: InputObject({ before: Type.Optional(Instant) }),
  reply: Type.Object({
    items: Type.Array(RecordAccess),
    /** When the record was opened with the passcode of a share, in the time span of the page, newest first. */
    share_openings: Type.Array(Type.Object({ id: Id, at: Instant, is_program: Type.Boolean() })),
    next_before: Nullable(Instant),
    people: Type.Integer(),
    care_team: Type.Integer(),
  }),
  example: { query: {} },
})
