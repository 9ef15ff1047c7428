import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf, Text } from '../endpoint.ts'
import { Person, sexes } from '../people/account.ts'
import { notify, PackageFacility } from '../record/booked.ts'
import { InterviewMinutes } from './interview-minutes.ts'

export const interviewKinds = ['intro', 'plan', 'follow', 'review', 'other'] as const
export type InterviewKind = (typeof interviewKinds)[number]
export const interviewStatuses = ['scheduled', 'done', 'cancelled'] as const
export const meetingTypes = ['online', 'other'] as const
export const maxParticipants = 10
export const maxSummaryLength = 400

/** A former time of a rescheduled interview, shown as history. */
export type InterviewMove = Static<typeof InterviewMove>
export const InterviewMove = Type.Object({
  id: Id,
  conducted_at: Instant,
  moved_to: Instant,
  /** Staff only; null for patients. */
  reason: Nullable(Type.String()),
  moved_by: Nullable(Person),
  created_at: Instant,
})

export type InterviewVideo = Static<typeof InterviewVideo>
export const InterviewVideo = Type.Object({
  id: Id,
  content_type: Type.String(),
  size: Type.Integer(),
  /** Signed URL for the caller, valid for 5 to 10 minutes. */
  original: Type.String(),
})

export type Interviewee = Static<typeof Interviewee>
export const Interviewee = Type.Object({ ...Person.properties, birthday: Nullable(Day), sex: Nullable(OneOf(sexes)) })

export type Interview = Static<typeof Interview>
export const Interview = Type.Object({
  id: Id,
  /** Id of the patient. */
  interviewee_id: Id,
  interviewee: Type.Optional(Interviewee),
  kind: OneOf(interviewKinds),
  /** Empty: the kind serves as the title. */
  name: Type.String(),
  conducted_at: Instant,
  ends_at: Nullable(Instant),
  location: Type.String(),
  meeting_type: OneOf(meetingTypes),
  /** Null: no link to join, whatever the meeting type. */
  meeting_url: Nullable(Type.String()),
  status: OneOf(interviewStatuses),
  /** Summary for the patient. */
  patient_summary: Type.String(),
  /** Generated minutes that are not rejected; staff only, null for patients. Transcript and action items: `/api/interviews/{id}/auto_minutes`. */
  auto_minutes: Nullable(InterviewMinutes),
  facility_id: Nullable(Id),
  /** Set even if the facility is no longer listed. */
  facility: Nullable(PackageFacility),
  included_in_plan: Type.Boolean(),
  /** Staff in the order in which they were added. */
  participants: Type.Array(Person),
  /** Oldest first. */
  moves: Type.Array(InterviewMove),
  cancelled_at: Nullable(Instant),
  /** Staff only; null for patients. */
  cancel_reason: Nullable(Type.String()),
  /** Recording; staff only, null for patients. */
  video: Nullable(InterviewVideo),
  /** iCalendar SEQUENCE: increases with every change of time or place, and on cancellation. */
  sequence: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

export const listInterviews = endpoint({
  method: 'GET',
  path: '/api/interviews',
  listsPatients: { unless: 'interviewee_id' },
  permission: 'patient.read',
  summary: 'List interviews of a patient or a staff member, newest first',
  description:
    'Max 1,000. Without `interviewee_id` and `staff_id`, the caller’s own. `from` (inclusive) and `to` (exclusive) limit the start time. Patients get no reasons, no recording and no minutes.',
  query: InputObject({
    interviewee_id: Type.Optional(Id),
    staff_id: Type.Optional(Id),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    include: Include('interviewee'),
  }),
  reply: Items(Interview),
  example: { query: { interviewee_id: 1 } },
})

export const getInterview = endpoint({
  method: 'GET',
  path: '/api/interviews/:id',
  permission: 'patient.read',
  summary: 'Get an interview',
  params: ById,
  reply: Interview,
  example: { params: { id: 1 } },
})

const meeting_url = Nullable(Type.String({ minLength: 9, maxLength: 1000, pattern: '^https://[^\\s<>"\\\\\\u0000-\\u001f\\u007f]+$' }))
const participants = Type.Array(Id, { maxItems: maxParticipants })
const maxConflicts = 50
/** Ids of the interviews at the same time that the caller has seen and accepts. Any other one is rejected. Earlier versions sent a boolean, which accepts none. */
const accept_conflicts = Type.Optional(Type.Union([Type.Array(Id, { maxItems: maxConflicts }), Type.Boolean()]))
const conflictErrors = ['interview_conflict', 'interview_quota_used_up', 'interview_contract_required', 'facility_not_bookable'] as const

const booking = {
  kind: OneOf(interviewKinds),
  name: Line(100, 0),
  conducted_at: Instant,
  ends_at: Instant,
  location: Line(200, 0),
  meeting_type: OneOf(meetingTypes),
  meeting_url,
  facility_id: Nullable(Id),
  participants,
  included_in_plan: Type.Boolean(),
}

export const addInterview = endpoint({
  method: 'POST',
  path: '/api/interviews',
  permission: 'bookings.write',
  summary: 'Book an interview',
  description: '`ends_at` defaults to the usual duration of the kind. An interview in the past is recorded as done.',
  body: InputObject({
    interviewee_id: Id,
    kind: booking.kind,
    conducted_at: Instant,
    name: Type.Optional(booking.name),
    ends_at: Type.Optional(Instant),
    location: Type.Optional(booking.location),
    meeting_type: Type.Optional(booking.meeting_type),
    meeting_url: Type.Optional(meeting_url),
    facility_id: Type.Optional(booking.facility_id),
    participants: Type.Optional(participants),
    included_in_plan: Type.Optional(Type.Boolean()),
    notify,
    accept_conflicts,
  }),
  reply: Interview,
  status: 201,
  errors: conflictErrors,
  example: { body: { interviewee_id: 1, kind: 'follow', conducted_at: '2026-12-04T05:00:00Z', meeting_type: 'online' } },
  changes: ['interviews', 'checkup_quota'],
})

export const changeInterview = endpoint({
  method: 'PUT',
  path: '/api/interviews/:id',
  permission: 'interviews.write',
  summary: 'Change an interview’s booking or its summary for the patient',
  description:
    '`patient_summary` requires the permission `interview_notes.write`, all other fields `bookings.write`. A new start and `status: cancelled` require a `reason`; the former start is added to `moves`. The booking of a cancelled interview can no longer be changed, and one that took place can no longer be cancelled.',
  params: ById,
  body: InputObject({
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
    updated_at: Type.Optional(Instant),
    kind: Type.Optional(booking.kind),
    name: Type.Optional(booking.name),
    conducted_at: Type.Optional(Instant),
    ends_at: Type.Optional(Instant),
    location: Type.Optional(booking.location),
    meeting_type: Type.Optional(booking.meeting_type),
    meeting_url: Type.Optional(meeting_url),
    facility_id: Type.Optional(booking.facility_id),
    participants: Type.Optional(participants),
    included_in_plan: Type.Optional(Type.Boolean()),
    status: Type.Optional(OneOf(interviewStatuses)),
    reason: Type.Optional(Line(200)),
    notify,
    accept_conflicts,
    patient_summary: Type.Optional(Text(maxSummaryLength, 0)),
  }),
  reply: Interview,
  errors: ['conflict', ...conflictErrors],
  example: { params: { id: 1 }, body: { conducted_at: '2026-12-05T05:00:00Z', reason: 'ご本人の都合' } },
  changes: ['interviews', 'checkup_quota'],
})

export const removeInterview = endpoint({
  method: 'DELETE',
  path: '/api/interviews/:id',
  permission: 'bookings.write',
  summary: 'Delete an interview created by mistake',
  description:
    'To keep a record of an interview that will not take place, cancel it instead. Notes are kept as free notes. Fails if the interview has a summary for the patient, or minutes that staff did not reject.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['interview_has_minutes'],
  example: { params: { id: 1 } },
  changes: ['interviews', 'checkup_quota'],
  staffChanges: ['kartes'],
})

export type InterviewConflict = Static<typeof InterviewConflict>
export const InterviewConflict = Type.Object({
  id: Id,
  kind: OneOf(interviewKinds),
  name: Type.String(),
  conducted_at: Instant,
  ends_at: Nullable(Instant),
  interviewee: Person,
  /** The requested participants who are busy at that time. */
  participants: Type.Array(Person),
})

export const listInterviewConflicts = endpoint({
  method: 'GET',
  path: '/api/interviews/conflicts',
  permission: 'bookings.write',
  summary: 'List interviews of the patient or staff that overlap a time range',
  description: 'Max 50, ordered by time. `except` is the id of the interview being rescheduled.',
  query: InputObject({
    interviewee_id: Id,
    participants: Type.Optional(participants),
    from: Instant,
    to: Instant,
    except: Type.Optional(Id),
  }),
  reply: Items(InterviewConflict),
  example: { query: { interviewee_id: 1, participants: [2], from: '2026-12-04T05:00:00Z', to: '2026-12-04T05:30:00Z' } },
})

export const interviewChanges = ['made', 'moved', 'cancelled'] as const
export type InterviewChange = (typeof interviewChanges)[number]

export const previewInterviewNotice = endpoint({
  method: 'POST',
  path: '/api/interviews/preview_notice',
  permission: 'bookings.write',
  summary: 'Preview the mail to the patient about an interview',
  body: InputObject({
    interviewee_id: Id,
    change: OneOf(interviewChanges),
    conducted_at: Instant,
    meeting_type: booking.meeting_type,
    location: Type.Optional(booking.location),
    facility_id: Type.Optional(booking.facility_id),
  }),
  reply: Type.Object({ subject: Type.String(), text: Type.String() }),
  example: { body: { interviewee_id: 1, change: 'moved', conducted_at: '2026-12-05T05:00:00Z', meeting_type: 'online' } },
})

export type InterviewQuota = Static<typeof InterviewQuota>
export const InterviewQuota = Type.Object({
  allowed: Type.Integer(),
  used: Type.Integer(),
  left: Type.Integer(),
  /** Contract year the interviews are counted in, both days inclusive; null if no contract covers the day or it is too far ahead to be booked. */
  from: Nullable(Day),
  until: Nullable(Day),
})

export const getInterviewQuota = endpoint({
  method: 'GET',
  path: '/api/interview_quota',
  permission: 'patient.read',
  summary: 'Get the interview quota of a contract year: included and remaining',
  query: InputObject({ user_id: Id, on: Type.Optional(Day) }),
  reply: InterviewQuota,
  example: { query: { user_id: 1 } },
})

export const addInterviewVideo = endpoint({
  method: 'POST',
  path: '/api/interviews/:id/video',
  permission: 'interview_notes.write',
  summary: 'Upload the recording of an interview; replaces the existing one',
  description: 'MP4, WebM or MOV up to 200 MB; the type is detected from the content. Patients do not see it.',
  params: ById,
  body: InputObject({}),
  files: { video: { kinds: ['video'], max: 1, isRequired: true } },
  reply: Interview,
  status: 201,
  errors: ['file_too_large', 'file_type_unsupported', 'file_unreadable'],
  example: { params: { id: 1 }, body: {} },
  changes: ['interviews'],
})

export const removeInterviewVideo = endpoint({
  method: 'DELETE',
  path: '/api/interviews/:id/video',
  permission: 'interview_notes.write',
  summary: 'Delete the recording of an interview',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['interviews'],
})
