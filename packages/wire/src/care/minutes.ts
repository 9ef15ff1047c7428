import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { interviewKinds } from './interview.ts'
import { MinutesSection, minutesSectionKinds, minutesStatuses } from './interview-minutes.ts'

export const actionItemKinds = ['task', 'habit_goal'] as const
/** Max characters, equal to the limit of an interview's `patient_summary`. */
export const maxSummaryLength = 400

export const TranscriptSegment = Type.Object({
  speaker: Type.String(),
  text: Type.String(),
  /** Seconds from the start. */
  at: Type.Number(),
})

export type MinutesActionItem = Static<typeof MinutesActionItem>
export const MinutesActionItem = Type.Object({
  id: Id,
  content: Type.String(),
  description: Type.String(),
  /** Name as given by the provider of the minutes. */
  assignee_name: Type.String(),
  is_done: Type.Boolean(),
  /** Task or habit goal created from the item. */
  task_id: Nullable(Id),
  habit_goal_id: Nullable(Id),
})

export type AutoMinutes = Static<typeof AutoMinutes>
/** Machine-generated minutes. A draft until staff approve or reject them; never visible to patients. */
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
  /** Suggested text for the patient's summary. */
  proposed_summary: Type.String(),
  /** The interview’s summary for the patient as it is now, possibly written by hand. */
  patient_summary: Type.String(),
  /** Who approved or rejected the minutes. */
  decided_by: Nullable(Person),
  decided_at: Nullable(Instant),
  edited_at: Nullable(Instant),
  updated_at: Instant,
})

/** Optimistic lock: 409 if the minutes have changed since this `updated_at`. */
const updated_at = Type.Optional(Instant)
const description = 'Patients see nothing of the minutes; approving them publishes the interview’s `patient_summary`.'
// a staff-only tag, so that patients get no event
const staffChanges = ['auto_minutes'] as const

export const getAutoMinutes = endpoint({
  method: 'GET',
  path: '/api/interviews/:id/auto_minutes',
  permission: 'interview_notes.read',
  summary: 'Get the generated minutes and transcript of an interview; null if none, or if they were rejected',
  description,
  params: ById,
  reply: Type.Object({ auto_minutes: Nullable(AutoMinutes) }),
  example: { params: { id: 1 } },
})

export const changeAutoMinutes = endpoint({
  method: 'PUT',
  path: '/api/interviews/:id/auto_minutes',
  permission: 'interview_notes.write',
  summary: 'Edit the generated minutes',
  description: 'The server matches each sentence to the transcript. Rejected minutes cannot be edited.',
  params: ById,
  body: InputObject({
    updated_at,
    sections: Type.Array(
      InputObject({
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
  staffChanges,
})

export const approveAutoMinutes = endpoint({
  method: 'POST',
  path: '/api/interviews/:id/auto_minutes/approve',
  permission: 'interview_notes.write',
  summary: 'Approve the minutes and publish the summary to the patient',
  description:
    '`patient_summary` is visible to the patient from then on; empty means no summary. Drafts only. A summary that the interview already has is replaced only if `replaced_summary` is that text, else 409.',
  params: ById,
  body: InputObject({ updated_at, patient_summary: Text(maxSummaryLength, 0), replaced_summary: Type.Optional(Text(maxSummaryLength, 0)) }),
  reply: AutoMinutes,
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { updated_at: '2026-11-20T01:00:00Z', patient_summary: '夕食を2回に分けてみましょう。' } },
  changes: ['interviews'],
  staffChanges: ['auto_minutes'],
})

export const rejectAutoMinutes = endpoint({
  method: 'POST',
  path: '/api/interviews/:id/auto_minutes/reject',
  permission: 'interview_notes.write',
  summary: 'Reject the minutes',
  description: 'Drafts only. Other minutes can then be assigned to the interview.',
  params: ById,
  body: InputObject({ updated_at }),
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { updated_at: '2026-11-20T01:00:00Z' } },
  staffChanges,
})

export const convertMinutesItem = endpoint({
  method: 'POST',
  path: '/api/auto_minutes/action_items/:id/become',
  permission: 'interview_notes.write',
  summary: 'Create a task or a habit goal from an action item',
  description:
    'Once for each item. `content` defaults to the text of the item. `due_on` and `assignee_id` apply to tasks only; `assignee_id` defaults to the interview’s staff member whose name is in the minutes.',
  params: ById,
  body: InputObject({
    kind: OneOf(actionItemKinds),
    content: Type.Optional(Line(500)),
    due_on: Type.Optional(Nullable(Day)),
    assignee_id: Type.Optional(Nullable(Id)),
  }),
  reply: MinutesActionItem,
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { kind: 'task', due_on: '2026-11-27' } },
  changes: ['habit_goals'],
  staffChanges: ['auto_minutes', 'tasks'],
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
  /** Names of the attendees as given by the provider. */
  attendees: Type.Array(Type.String()),
  /** Interviews within seven days that are not cancelled and have no minutes, or rejected ones; nearest first, max 20. */
  candidates: Type.Array(MinutesCandidate),
})

export const listUnmatchedMinutes = endpoint({
  method: 'GET',
  path: '/api/unmatched_minutes',
  listsPatients: true,
  permission: 'interview_notes.write',
  summary: 'List minutes not matched to an interview, newest first',
  description: 'Max 100. Neither the meeting URL nor the calendar entry matched an interview.',
  query: InputObject({}),
  reply: Items(UnmatchedMinutes),
})

export const assignUnmatchedMinutes = endpoint({
  method: 'POST',
  path: '/api/unmatched_minutes/:id/assign',
  permission: 'interview_notes.write',
  summary: 'Assign unmatched minutes to an interview',
  description: '409 if the interview already has minutes that are not rejected.',
  params: ById,
  body: InputObject({ interview_id: Id }),
  reply: AutoMinutes,
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { interview_id: 1 } },
  staffChanges,
})

export const removeUnmatchedMinutes = endpoint({
  method: 'DELETE',
  path: '/api/unmatched_minutes/:id',
  permission: 'interview_notes.write',
  summary: 'Delete minutes of a meeting that is not an interview of ours',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['auto_minutes'],
})

export const receiveCircleback = endpoint({
  method: 'POST',
  path: '/webhooks/circleback',
  permission: 'public',
  summary: 'Webhook: meeting minutes from Circleback',
  description:
    '`x-signature` is the hexadecimal HMAC-SHA256 of the raw body with one of the secrets in CIRCLEBACK_SECRET. 404 if that setting is missing. The reply is sent once the delivery is stored; a repeated delivery gets the same reply and has no effect. Fields read: `id`, `name`, `createdAt`, `duration`, `url`, `icalUid`, `attendees`, `notes`, `actionItems` and `transcript`.',
  reply: Type.Object({ received: Type.Boolean() }),
  errors: ['not_found', 'signature_invalid', 'malformed', 'invalid', 'too_large'],
})
