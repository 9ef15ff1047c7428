import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Items, Nullable, OneOf, Sent, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { questionnaireParts } from './questionnaire.ts'

export const dataEntryKinds = ['questionnaire'] as const
export const dataEntryStates = ['open', 'answered', 'cancelled'] as const

export type DataEntryRequest = Static<typeof DataEntryRequest>
/** Staff ask a patient to enter something. Of each kind one is open at most. */
export const DataEntryRequest = Type.Object({
  id: Id,
  patient_id: Id,
  kind: OneOf(dataEntryKinds),
  parts: Type.Array(OneOf(questionnaireParts)),
  due_on: Nullable(Day),
  /** What the patient reads with it. */
  note: Type.String(),
  state: OneOf(dataEntryStates),
  questionnaire_id: Nullable(Id),
  requested_by: Id,
  requester: Person,
  answered_at: Nullable(Instant),
  cancelled_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})

export const listDataEntryRequests = endpoint({
  method: 'GET',
  path: '/api/data_entry_requests',
  permission: 'patient.read',
  summary: 'What a patient was asked to enter, the newest first',
  description: 'Of a room or of a patient; without either to patients their own, to staff those of all. Patients see what is still open. At most 1,000.',
  query: Sent({ message_room_id: Type.Optional(Id), patient_id: Type.Optional(Id) }),
  reply: Items(DataEntryRequest),
  example: { query: { message_room_id: 1 } },
})

export const addDataEntryRequest = endpoint({
  method: 'POST',
  path: '/api/data_entry_requests',
  permission: 'coordination.write',
  summary: 'Asks a patient to enter something, by mail and by a card in the thread',
  description:
    'Asked again while it is open, it is still one request: with the new day and words, and all parts, and its card moves to the end of the thread. The mail says nothing about health.',
  body: Sent({
    patient_id: Id,
    kind: OneOf(dataEntryKinds),
    parts: Type.Optional(Type.Array(OneOf(questionnaireParts), { minItems: 1, maxItems: 3 })),
    due_on: Type.Optional(Nullable(Day)),
    note: Type.Optional(Text(1000, 0)),
  }),
  reply: DataEntryRequest,
  status: 201,
  example: { body: { patient_id: 1, kind: 'questionnaire', parts: ['symptoms'], due_on: '2030-01-31' } },
  changes: ['data_entry_requests', 'questionnaires', 'messages', 'message_rooms', 'notifications'],
})

export const cancelDataEntryRequest = endpoint({
  method: 'PATCH',
  path: '/api/data_entry_requests/:id',
  permission: 'coordination.write',
  summary: 'Takes a request back',
  description: 'One that is answered is a conflict; one that is cancelled stays so.',
  params: ById,
  body: Sent({ state: OneOf(['cancelled'] as const) }),
  reply: DataEntryRequest,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { state: 'cancelled' } },
  changes: ['data_entry_requests', 'questionnaires', 'messages'],
})
