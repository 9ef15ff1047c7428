import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Items, Line, Nothing, Nullable, OneOf, Sent, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { interviewKinds } from './interview.ts'

export const minutesStatuses = ['draft', 'approved', 'rejected'] as const
/** What a section is about; a title of its own has only `other`. */
export type MinutesSectionKind = (typeof minutesSectionKinds)[number]
export const minutesSectionKinds = ['summary', 'decisions', 'next', 'other'] as const
export const actionItemKinds = ['task', 'habit_goal'] as const
/** As long as what a patient reads of an interview may be. */
export const maxSummaryLength = 400

export const TranscriptSegment = Type.Object({
  speaker: Type.String(),
  text: Type.String(),
  /** In seconds from the beginning. */
  at: Type.Number(),
})

export type MinutesSentence = Static<typeof MinutesSentence>
export const MinutesSentence = Type.Object({
  text: Type.String(),
  /** The stretches of the transcript it stands on, from the first to the last, counted from 0; null where none was found. */
  source: Nullable(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
})

export type MinutesSection = Static<typeof MinutesSection>
export const MinutesSection = Type.Object({
  kind: OneOf(minutesSectionKinds),
  title: Type.String(),
  sentences: Type.Array(MinutesSentence),
})

export type MinutesActionItem = Static<typeof MinutesActionItem>
export const MinutesActionItem = Type.Object({
  id: Id,
  content: Type.String(),
  description: Type.String(),
  /** As the sender of the minutes named them. */
  assignee_name: Type.String(),
  is_done: Type.Boolean(),
  /** What it became. */
  task_id: Nullable(Id),
  habit_goal_id: Nullable(Id),
})

export type AutoMinutes = Static<typeof AutoMinutes>
/** Minutes that a machine wrote. A draft until somebody of the care team has read them; never a patient’s to read. */
export const AutoMinutes = Type.Object({
  id: Id,
  interview_id: Id,
  name: Type.String(),
  met_at: Instant,
  duration_seconds: Nullable(Type.Integer()),
  status: OneOf(minutesStatuses),
  sections: Type.Array(MinutesSection),
  transcript: Type.Array(TranscriptSegment),
  action_items: Type.Array(MinutesActionItem),
  /** What the patient might be told, to begin with. */
  proposed_summary: Type.String(),
  /** Who approved it or would not have it. */
  decided_by: Nullable(Person),
  decided_at: Nullable(Instant),
  edited_at: Nullable(Instant),
  updated_at: Instant,
})

/** As they were read: when they have been changed since, the change is refused. */
const updated_at = Type.Optional(Instant)
const description = 'Patients read only the interview’s `patient_summary`, and that only once somebody has approved it.'
// patients are not told of what is the care side’s own
const changes = ['auto_minutes'] as const

export const readAutoMinutes = endpoint({
  method: 'GET',
  path: '/api/interviews/:id/auto_minutes',
  permission: 'interview_notes.read',
  summary: 'The minutes a machine wrote of an interview, with the transcript; null where there are none',
  description,
  params: ById,
  reply: Type.Object({ auto_minutes: Nullable(AutoMinutes) }),
  example: { params: { id: 1 } },
})

export const changeAutoMinutes = endpoint({
  method: 'PUT',
  path: '/api/interviews/:id/auto_minutes',
  permission: 'interview_notes.write',
  summary: 'Writes the minutes anew',
  description: 'The place of each sentence in the transcript is found by the server. Of rejected minutes nothing can be changed.',
  params: ById,
  body: Sent({
    updated_at,
    sections: Type.Array(
      Sent({
        kind: OneOf(minutesSectionKinds),
        title: Type.Optional(Line(100, 0)),
        sentences: Type.Array(Text(500), { maxItems: 100 }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  reply: AutoMinutes,
  errors: ['conflict'],
  example: {
    params: { id: 1 },
    body: { updated_at: '2026-11-20T01:00:00Z', sections: [{ kind: 'summary', sentences: ['夕食が21時を過ぎる日が週4日ある。'] }] },
  },
  changes,
})

export const approveAutoMinutes = endpoint({
  method: 'POST',
  path: '/api/interviews/:id/auto_minutes/approve',
  permission: 'interview_notes.write',
  summary: 'Says that somebody has read the minutes, and tells the patient the summary',
  description: 'The summary is shown to the patient from then on; an empty one is none. Drafts only.',
  params: ById,
  body: Sent({ updated_at, patient_summary: Text(maxSummaryLength, 0) }),
  reply: AutoMinutes,
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { updated_at: '2026-11-20T01:00:00Z', patient_summary: '夕食を2回に分けてみましょう。' } },
  changes: ['auto_minutes', 'interviews'],
})

export const rejectAutoMinutes = endpoint({
  method: 'POST',
  path: '/api/interviews/:id/auto_minutes/reject',
  permission: 'interview_notes.write',
  summary: 'Puts minutes away that are of no use',
  description: 'Drafts only. Others may then be assigned to the interview.',
  params: ById,
  body: Sent({ updated_at }),
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { updated_at: '2026-11-20T01:00:00Z' } },
  changes,
})

export const becomeOfActionItem = endpoint({
  method: 'POST',
  path: '/api/auto_minutes/action_items/:id/become',
  permission: 'interview_notes.write',
  summary: 'Makes a task or a habit goal of what the minutes say is to be done',
  description:
    'Once for each. Without `content` it is the item’s own. `due_on` and `assignee_id` are of tasks only; without `assignee_id` the task is theirs among the staff of the interview whose name the minutes say.',
  params: ById,
  body: Sent({
    kind: OneOf(actionItemKinds),
    content: Type.Optional(Line(500)),
    due_on: Type.Optional(Nullable(Day)),
    assignee_id: Type.Optional(Nullable(Id)),
  }),
  reply: MinutesActionItem,
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { kind: 'task', due_on: '2026-11-27' } },
  changes: ['auto_minutes', 'tasks', 'habit_goals'],
})

export type MinutesCandidate = Static<typeof MinutesCandidate>
export const MinutesCandidate = Type.Object({
  id: Id,
  kind: OneOf(interviewKinds),
  name: Type.String(),
  conducted_at: Instant,
  interviewee: Person,
})

export type UnmatchedMinutes = Static<typeof UnmatchedMinutes>
export const UnmatchedMinutes = Type.Object({
  id: Id,
  name: Type.String(),
  met_at: Instant,
  duration_seconds: Nullable(Type.Integer()),
  /** As the sender named those who were there. */
  attendees: Type.Array(Type.String()),
  /** Interviews within seven days without minutes, the nearest in time first, at most 20. */
  candidates: Type.Array(MinutesCandidate),
})

export const listUnmatchedMinutes = endpoint({
  method: 'GET',
  path: '/api/unmatched_minutes',
  permission: 'interview_notes.write',
  summary: 'Minutes that belong to no interview yet, newest first',
  description: 'At most 100. They were matched neither by the address of the meeting nor by the calendar.',
  query: Sent({}),
  reply: Items(UnmatchedMinutes),
})

export const assignUnmatchedMinutes = endpoint({
  method: 'POST',
  path: '/api/unmatched_minutes/:id/assign',
  permission: 'interview_notes.write',
  summary: 'Says which interview minutes are of',
  description: 'An interview has one set of minutes; those of an interview that has some are refused.',
  params: ById,
  body: Sent({ interview_id: Id }),
  reply: AutoMinutes,
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { interview_id: 1 } },
  changes,
})

export const removeUnmatchedMinutes = endpoint({
  method: 'DELETE',
  path: '/api/unmatched_minutes/:id',
  permission: 'interview_notes.write',
  summary: 'Removes minutes of a meeting that was none of ours',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['auto_minutes'],
})

export const receiveCircleback = endpoint({
  method: 'POST',
  path: '/webhooks/circleback',
  permission: 'public',
  summary: 'Minutes of a meeting, sent by Circleback',
  description:
    'The body is signed: `x-signature` is the HMAC-SHA256 of its raw bytes in hexadecimal, with one of the secrets in CIRCLEBACK_SECRET. Without that setting the address is not there. Answered as soon as it is written down; a delivery that comes again is answered the same and does nothing. Read are `id`, `name`, `createdAt`, `duration`, `url`, `icalUid`, `attendees`, `notes`, `actionItems` and `transcript`.',
  reply: Type.Object({ received: Type.Boolean() }),
  errors: ['not_found', 'signature_invalid', 'malformed', 'invalid', 'too_large'],
})
