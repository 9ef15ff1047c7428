import Type from 'typebox'
import { ById, ClientId, endpoint, Id, InputObject, Instant, Items, OneOf, Text } from '../endpoint.ts'
import { interviewKinds } from './interview.ts'
import { InterviewProposal, Message } from './message.ts'

export const maxProposedStarts = 3

export const maxWantedStarts = 3
export const maxDeclineLength = 500

export const listInterviewProposals = endpoint({
  method: 'GET',
  path: '/api/interview_proposals',
  permission: 'messages.read',
  summary: 'List a patient’s proposals that wait for an answer, newest first',
  description: 'Max 20. `id` is the id of the message. Proposals whose times have all passed are left out.',
  query: InputObject({ patient_id: Id }),
  reply: Items(Type.Object({ id: Id, patient_id: Id, interview_proposal: InterviewProposal })),
  example: { query: { patient_id: 1 } },
})

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
    '`id` is the id of the message. Staff may choose on the patient’s behalf. Choosing the same time again changes nothing. `offer_over` for another time after a choice, for a time in the past, and for any time of a declined proposal. `interview_conflict` if a participant is busy by now; the other times can still be chosen.',
  params: ById,
  body: InputObject({ start: Instant }),
  reply: Message,
  errors: ['offer_over', 'interview_conflict'],
  example: { params: { id: 1 }, body: { start: '2030-01-10T05:00:00Z' } },
  changes: ['messages', 'message_rooms', 'interviews', 'checkup_quota'],
  staffChanges: ['today'],
})

export const declineInterviewProposal = endpoint({
  method: 'POST',
  path: '/api/interview_proposals/:id/decline',
  permission: 'proposals.decline',
  summary: 'Decline all proposed times, with up to three other times',
  description:
    '`id` is the id of the message. Closes the proposal and sends the other times as the patient’s reply to it; the conversation then needs a reply. If a patient declines in another way, such as by phone, staff propose other times. Declining again with other times or another text sends one more reply, and `wanted_starts` has the newest times; without either, or with the same answer, it changes nothing. After a choice it fails with `offer_over`.',
  params: ById,
  body: InputObject({
    starts: Type.Optional(Type.Array(Instant, { maxItems: maxWantedStarts })),
    body: Type.Optional(Text(maxDeclineLength, 0)),
  }),
  reply: Message,
  errors: ['offer_over'],
  example: { params: { id: 1 }, body: { starts: ['2030-01-12T05:00:00Z'], body: '午後でしたら何時でも大丈夫です。' } },
  changes: ['messages', 'message_rooms'],
  staffChanges: ['today'],
})
