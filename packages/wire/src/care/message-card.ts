import Type from 'typebox'
import { ById, ClientId, endpoint, Id, InputObject, Instant, OneOf, Text } from '../endpoint.ts'
import { interviewKinds } from './interview.ts'
import { Message } from './message.ts'

export const maxProposedStarts = 3

export const addInterviewProposal = endpoint({
  method: 'POST',
  path: '/api/interview_proposals',
  permission: 'bookings.write',
  summary: 'Propose up to three times for an interview as a card in the conversation',
  description:
    'Each start must be unique, in the future and free for the patient and for the proposing staff member. The times are not reserved; availability is checked again when the patient chooses one.',
  body: InputObject({
    patient_id: Id,
    kind: OneOf(interviewKinds),
    meeting_type: OneOf(['online', 'other'] as const),
    minutes: Type.Integer({ minimum: 10, maximum: 240 }),
    starts: Type.Array(Instant, { minItems: 1, maxItems: maxProposedStarts }),
    body: Type.Optional(Text(1000, 0)),
    client_id: Type.Optional(ClientId),
  }),
  reply: Message,
  status: 201,
  errors: ['interview_conflict'],
  example: { body: { patient_id: 1, kind: 'follow', meeting_type: 'online', minutes: 30, starts: ['2030-01-10T05:00:00Z', '2030-01-11T05:00:00Z'] } },
  changes: ['messages', 'message_rooms'],
  staffChanges: ['today'],
})

export const chooseInterviewProposal = endpoint({
  method: 'POST',
  path: '/api/interview_proposals/:id/choose',
  permission: 'bookings.propose',
  summary: 'Choose one of the proposed times; books the interview',
  description:
    '`id` is the id of the message. Staff may choose on the patient’s behalf. Choosing the same time again returns the same interview; another time, or one in the past, fails with `offer_over`. `interview_conflict` if a participant is busy by now; the other times can still be chosen.',
  params: ById,
  body: InputObject({ start: Instant }),
  reply: Message,
  errors: ['offer_over', 'interview_conflict'],
  example: { params: { id: 1 }, body: { start: '2030-01-10T05:00:00Z' } },
  changes: ['messages', 'interviews', 'checkup_quota'],
})
