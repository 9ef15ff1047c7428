import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, Instant, Items, Line, Nothing, Nullable, OneOf, Sent, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { notify, PackageFacility } from '../record/booked.ts'

export const interviewKinds = ['intro', 'plan', 'follow', 'review', 'other'] as const
export type InterviewKind = (typeof interviewKinds)[number]
export const interviewStatuses = ['scheduled', 'done', 'cancelled'] as const
export const meetingTypes = ['online', 'other'] as const
export const maxParticipants = 10
export const maxSummaryLength = 400

/** A time it was moved away from, which stays to be seen. */
export type InterviewMove = Static<typeof InterviewMove>
export const InterviewMove = Type.Object({
  id: Id,
  conducted_at: Instant,
  moved_to: Instant,
  /** For staff; null for patients. */
  reason: Nullable(Type.String()),
  moved_by: Nullable(Person),
  created_at: Instant,
})

export type InterviewVideo = Static<typeof InterviewVideo>
export const InterviewVideo = Type.Object({
  id: Id,
  content_type: Type.String(),
  size: Type.Integer(),
  /** Where it is read by the person who asked, for 5 to 10 minutes. */
  original: Type.String(),
})

export type Interview = Static<typeof Interview>
export const Interview = Type.Object({
  id: Id,
  /** The patient. */
  interviewee_id: Id,
  interviewee: Type.Optional(Person),
  kind: OneOf(interviewKinds),
  /** Empty: it is named by its kind. */
  name: Type.String(),
  conducted_at: Instant,
  ends_at: Nullable(Instant),
  location: Type.String(),
  meeting_type: OneOf(meetingTypes),
  /** Without it nobody can join, whatever the type says. */
  meeting_url: Nullable(Type.String()),
  status: OneOf(interviewStatuses),
  /** What the patient is told of it. */
  patient_summary: Type.String(),
  facility_id: Nullable(Id),
  /** Also one that is no longer listed. */
  facility: Nullable(PackageFacility),
  included_in_plan: Type.Boolean(),
  /** Members of staff, in the order in which they were asked. */
  participants: Type.Array(Person),
  /** Oldest first. */
  moves: Type.Array(InterviewMove),
  cancelled_at: Nullable(Instant),
  /** For staff; null for patients. */
  cancel_reason: Nullable(Type.String()),
  /** The recording: for staff; null for patients. */
  video: Nullable(InterviewVideo),
  /** Of a calendar’s entry: it rises with every change of time or place. */
  sequence: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

export const listInterviews = endpoint({
  method: 'GET',
  path: '/api/interviews',
  permission: 'patient.read',
  summary: 'Interviews of a patient or of a member of staff, newest first',
  description:
    'At most 1,000. Without `interviewee_id` and `staff_id` those of whoever asks. `from` and `to` bound the beginning, `to` left out. Patients see no reasons and no recording.',
  query: Sent({
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
  summary: 'One interview',
  params: ById,
  reply: Interview,
  example: { params: { id: 1 } },
})

const meeting_url = Nullable(Type.String({ minLength: 9, maxLength: 1000, pattern: '^https://[^\\s<>"\\\\\\u0000-\\u001f\\u007f]+$' }))
const participants = Type.Array(Id, { maxItems: maxParticipants })
/** Saved although somebody meets somebody else at that time. */
const accept_conflicts = Type.Optional(Type.Boolean())
const refusals = ['interview_conflict', 'interview_quota_used_up', 'interview_contract_required', 'facility_not_bookable'] as const

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
  summary: 'Arranges an interview',
  description: 'Without `ends_at` it lasts as long as its kind usually does. One that lies in the past is noted as done.',
  body: Sent({
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
  errors: refusals,
  example: { body: { interviewee_id: 1, kind: 'follow', conducted_at: '2026-12-04T05:00:00Z', meeting_type: 'online' } },
  changes: ['interviews', 'checkup_quota'],
})

export const changeInterview = endpoint({
  method: 'PUT',
  path: '/api/interviews/:id',
  permission: 'interviews.write',
  summary: 'Changes an interview: the booking, or what the patient is told of it',
  description:
    '`patient_summary` takes interview_notes.write, everything else bookings.write. Another time and `status: cancelled` need a `reason`; the old time stays in `moves`. A cancelled booking is not changed any more.',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
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
  errors: ['conflict', ...refusals],
  example: { params: { id: 1 }, body: { conducted_at: '2026-12-05T05:00:00Z', reason: 'ご本人の都合' } },
  changes: ['interviews', 'checkup_quota'],
})

export const removeInterview = endpoint({
  method: 'DELETE',
  path: '/api/interviews/:id',
  permission: 'bookings.write',
  summary: 'Removes an interview that was made by mistake',
  description:
    'One that will not be held is cancelled, so that it stays. Notes of it stay, as free notes. One with minutes that nobody rejected, or with a summary for the patient, is not removed.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['interview_has_minutes'],
  example: { params: { id: 1 } },
  changes: ['interviews', 'kartes', 'checkup_quota'],
})

export type InterviewConflict = Static<typeof InterviewConflict>
export const InterviewConflict = Type.Object({
  id: Id,
  kind: OneOf(interviewKinds),
  name: Type.String(),
  conducted_at: Instant,
  ends_at: Nullable(Instant),
  interviewee: Person,
  /** Those who were asked about and are taken then. */
  participants: Type.Array(Person),
})

export const listInterviewConflicts = endpoint({
  method: 'GET',
  path: '/api/interviews/conflicts',
  permission: 'bookings.write',
  summary: 'Interviews that the patient or a member of staff has at that time',
  description: 'At most 50, in the order of time. `except` is the one that is being moved.',
  query: Sent({
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
  summary: 'The mail a patient would get, as it would be sent',
  body: Sent({
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
  /** The contract year it is counted in, both ends included; null: no contract covers that day. */
  from: Nullable(Day),
  until: Nullable(Day),
})

export const getInterviewQuota = endpoint({
  method: 'GET',
  path: '/api/interview_quota',
  permission: 'patient.read',
  summary: 'How many interviews the plan covers in the contract year of a day, and how many are left',
  query: Sent({ user_id: Id, on: Type.Optional(Day) }),
  reply: InterviewQuota,
  example: { query: { user_id: 1 } },
})

export const addInterviewVideo = endpoint({
  method: 'POST',
  path: '/api/interviews/:id/video',
  permission: 'interview_notes.write',
  summary: 'Keeps the recording of an interview, in place of the one there was',
  description: 'MP4, WebM or MOV up to 200 MB; the type is judged by the content. Patients do not see it.',
  params: ById,
  body: Sent({}),
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
  summary: 'Removes the recording of an interview',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['interviews'],
})
