import Type, { type Static } from 'typebox'
import { Day, endpoint, InputObject, Instant, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { name, Person } from '../people/account.ts'

export const invitationStates = ['unsent', 'sent', 'printed', 'opened', 'expired', 'revoked', 'activated'] as const

export type Invitation = Static<typeof Invitation>
export const Invitation = Type.Object({
  patient: Person,
  email: Type.String(),
  birthday: Nullable(Day),
  state: OneOf(invitationStates),
  created_at: Instant,
  sent_at: Nullable(Instant),
  opened_at: Nullable(Instant),
  expires_at: Nullable(Instant),
  activated_at: Nullable(Instant),
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  listsPatients: true,
  permission: 'care_team.write',
  summary: 'List invited patients with the state of their invitation, newest first',
  description:
    '`waiting` (default): patients who are not registered. `activated`: those who registered in about the last month. The state `opened`: the registration page was opened; programs that check mail do not count. `q` is part of a name.',
  query: InputObject({ registered: Type.Optional(OneOf(['waiting', 'activated'])), q: Type.Optional(Type.String({ maxLength: 100 })), page: Page }),
  reply: Paged(Invitation),
  example: { query: {} },
})

export type SimilarPatient = Static<typeof SimilarPatient>
export const SimilarPatient = Type.Object({
  patient: Person,
  birthday: Nullable(Day),
  is_registered: Type.Boolean(),
  likenesses: Type.Array(OneOf(['kana', 'name', 'birthday', 'phone_number'])),
})

export const listSimilarPatients = endpoint({
  method: 'GET',
  path: '/api/similar_patients',
  listsPatients: true,
  permission: 'care_team.write',
  summary: 'List patients who may be the person about to be invited',
  description: 'Patients with this phone number, or with this name, as written or in kana, unless the birthdays are known and differ. At most 10.',
  query: InputObject({
    last_name: Type.Optional(name.last_name),
    first_name: Type.Optional(name.first_name),
    last_name_kana: Type.Optional(name.last_name_kana),
    first_name_kana: Type.Optional(name.first_name_kana),
    birthday: Type.Optional(Day),
    phone_number: Type.Optional(Type.String({ maxLength: 30 })),
  }),
  reply: Type.Object({ items: Type.Array(SimilarPatient) }),
  example: { query: { last_name: '勅使河原', first_name: '美佐緒', last_name_kana: 'てしがわら', first_name_kana: 'みさお', birthday: '1958-04-05' } },
})
