import Type, { type Static } from 'typebox'
import { Person } from './account.ts'
import { endpoint, Id, Instant, Items, Nullable, OneOf, Sent } from './kit.ts'

export const interviewKinds = ['intro', 'plan', 'follow', 'review', 'other'] as const
export const interviewStatuses = ['scheduled', 'done', 'cancelled'] as const
export const meetingTypes = ['online', 'other'] as const

export type Interview = Static<typeof Interview>
export const Interview = Type.Object({
  id: Id,
  /** The patient. */
  interviewee_id: Id,
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
  /** Members of staff, in the order in which they were asked. */
  participants: Type.Array(Person),
  created_at: Instant,
  updated_at: Instant,
})

export const listInterviews = endpoint({
  method: 'GET',
  path: '/api/interviews',
  permission: 'patient.read',
  summary: 'A patient’s interviews, newest first',
  description: 'At most 1,000. `from` and `to` bound the beginning, `to` left out.',
  query: Sent({ interviewee_id: Id, from: Type.Optional(Instant), to: Type.Optional(Instant) }),
  reply: Items(Interview),
  example: { query: { interviewee_id: 1 } },
})
