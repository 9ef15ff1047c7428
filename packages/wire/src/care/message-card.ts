import Type from 'typebox'
import { ById, ClientId, endpoint, Id, Instant, OneOf, Sent, Text } from '../endpoint.ts'
import { interviewKinds } from './interview.ts'
import { Message } from './message.ts'

export const maxProposedStarts = 3

export const addInterviewProposal = endpoint({
  method: 'POST',
  path: '/api/interview_proposals',
  permission: 'bookings.write',
  summary: 'Proposes up to three times for an interview, as a card in the thread',
  description:
    'Times in the future, each once, at which neither the patient nor whoever proposes has another interview. They are not held: the patient takes one of them, and it is looked again.',
  body: Sent({
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
  changes: ['messages', 'message_rooms', 'today'],
})

export const chooseInterviewProposal = endpoint({
  method: 'POST',
  path: '/api/interview_proposals/:id/choose',
  permission: 'bookings.propose',
  summary: 'Takes one of the proposed times: the interview is made',
  description:
    '`id` is the message’s. Staff may do it for a patient who said it otherwise. The same time again is the same interview; another is refused as `offer_over`, as is a time that is over. Where somebody has another interview by now it is refused, and the other times can still be taken.',
  params: ById,
  body: Sent({ start: Instant }),
  reply: Message,
  errors: ['offer_over', 'interview_conflict'],
  example: { params: { id: 1 }, body: { start: '2030-01-10T05:00:00Z' } },
  changes: ['messages', 'interviews', 'checkup_quota'],
})
