import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Nullable, OneOf, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { questionnaireParts } from './questionnaire.ts'

export const dataEntryKinds = ['questionnaire'] as const
export const dataEntryStates = ['open', 'answered', 'cancelled'] as const

export type DataEntryRequest = Static<typeof DataEntryRequest>
/** Request by staff that a patient enters data. At most one of each kind is open. */
export const DataEntryRequest = Type.Object({
  id: Id,
  patient_id: Id,
  kind: OneOf(dataEntryKinds),
  parts: Type.Array(OneOf(questionnaireParts)),
  due_on: Nullable(Day),
  /** Message to the patient. */
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
  summary: 'List data entry requests, newest first',
  description:
    'Filter by conversation or patient; without a filter, patients get their own and staff those of all patients. Patients get open requests only. Max 1,000.',
  query: InputObject({ message_room_id: Type.Optional(Id), patient_id: Type.Optional(Id) }),
  reply: Items(DataEntryRequest),
  example: { query: { message_room_id: 1 } },
})

export const addDataEntryRequest = endpoint({
  method: 'POST',
  path: '/api/data_entry_requests',
  permission: 'coordination.write',
  summary: 'Ask a patient to enter data, by mail and a card in the conversation',
  description:
    'If a request of this kind is open, it is updated with the new due day, note and parts, and its card moves to the end of the conversation, with its pins and reminders. The mail contains no health data.',
  body: InputObject({
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
  staffChanges: ['message_pins'],
})

export const cancelDataEntryRequest = endpoint({
  method: 'PATCH',
  path: '/api/data_entry_requests/:id',
  permission: 'coordination.write',
  summary: 'Cancel a data entry request',
  description: 'Idempotent. 409 if the request is already answered.',
  params: ById,
  body: InputObject({ state: OneOf(['cancelled'] as const) }),
  reply: DataEntryRequest,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { state: 'cancelled' } },
  changes: ['data_entry_requests', 'questionnaires', 'messages'],
})
