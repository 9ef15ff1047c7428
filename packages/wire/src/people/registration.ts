import Type, { type Static } from 'typebox'
import { roles } from '../access.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nothing, Nullable, OneOf, Page, Paged, Text } from '../endpoint.ts'
import { Address, Code, Email, NewPassword, name, Session, sexes, Token, User } from './account.ts'

/** Language of the mail. */
const language = Type.Optional(OneOf(['ja', 'en', 'kr']))
const Phone = Type.String({ minLength: 1, maxLength: 30 })

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/users',
  permission: 'care_team.write',
  summary: 'Create a person and mail them an invitation',
  description:
    'The mail has a link and a six-digit code, valid for 7 days and for one use. Only admins invite people who are not patients. The mail is in Japanese unless `language` says otherwise. With `by: sheet` nothing is mailed: make an activation sheet afterwards. Closes the open request for an invitation with the same e-mail address, and the one with the id `request_id`.',
  body: InputObject({
    role: OneOf(roles),
    email: Email,
    last_name: name.last_name,
    first_name: name.first_name,
    last_name_kana: Type.Optional(name.last_name_kana),
    first_name_kana: Type.Optional(name.first_name_kana),
    birthday: Type.Optional(Nullable(Day)),
    sex: Type.Optional(Nullable(OneOf(sexes))),
    phone_number: Type.Optional(Nullable(Phone)),
    language,
    by: Type.Optional(OneOf(['mail', 'sheet'])),
    request_id: Type.Optional(Id),
  }),
  reply: User,
  status: 201,
  errors: ['email_taken', 'phone_number_taken'],
  example: { body: { role: 'patient', email: 'misao@example.com', last_name: '勅使河原', first_name: '美佐緒' } },
  changes: ['users', 'message_rooms'],
  staffChanges: ['invitations'],
})

export const repeatInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitations',
  permission: 'care_team.write',
  summary: 'Mail a new invitation; the earlier one becomes invalid',
  description:
    'The mail is in the language of the earlier invitation unless `language` says otherwise; in Japanese if that is not known. `email` corrects the address of the account. It also closes the open request for an invitation with this address.',
  params: ById,
  body: InputObject({ language, email: Type.Optional(Email) }),
  reply: Nothing,
  status: 204,
  errors: ['already_activated', 'email_taken'],
  example: { params: { id: 1 }, body: {} },
  changes: ['users'],
  staffChanges: ['invitations'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/invitations',
  permission: 'care_team.write',
  summary: 'Revoke the invitation of a patient, mailed or on paper',
  description: 'The account stays and can be invited again. An invitation that is still to be mailed is not sent.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['already_activated'],
  example: { params: { id: 1 } },
  staffChanges: ['invitations'],
})

export type ActivationSheet = Static<typeof ActivationSheet>
/** What somebody needs to register without the mail: the link, or the page with e-mail address and code. `pdf` is the sheet in Base64. */
export const ActivationSheet = Type.Object({
  link: Type.String(),
  page: Type.String(),
  email: Type.String(),
  code: Type.String(),
  expires_at: Instant,
  pdf: Type.String(),
})

export const makeActivationSheet = endpoint({
  method: 'POST',
  path: '/api/users/:id/activation_sheets',
  permission: 'care_team.write',
  summary: 'Make a new invitation of a patient to print instead of mailing it; the earlier one becomes invalid',
  description: 'Whoever has the sheet can register as this patient: hand it over in person. Valid for 7 days and for one use, like a mailed invitation.',
  params: ById,
  body: InputObject({ language }),
  reply: ActivationSheet,
  status: 201,
  errors: ['already_activated', 'document_failed'],
  example: { params: { id: 1 }, body: { language: 'ja' } },
  staffChanges: ['invitations'],
})

export const deactivateUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/deactivation',
  permission: 'administration.write',
  summary: 'Deactivate an account',
  description:
    'Ends all sessions and the access of connected apps at once, and forgets the trusted devices. Conversations assigned to the person become unassigned. The record and what the person wrote stay. The last active administrator gets 422 `last_admin`.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['last_admin'],
  example: { params: { id: 9 } },
  changes: ['users', 'message_rooms'],
})

export const activateUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/deactivation',
  permission: 'administration.write',
  summary: 'Activate a deactivated account again',
  description: 'The old password works again. 422 `already_merged` for a merged patient: undo the merge instead.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['already_merged'],
  example: { params: { id: 9 } },
  changes: ['users'],
})

export type Activation = Static<typeof Activation>
export const Activation = Type.Object({ email: Type.String(), role: OneOf(roles), ...name, expires_at: Instant })

export const getActivation = endpoint({
  method: 'GET',
  path: '/api/users/activations/:token',
  permission: 'public',
  summary: 'Read whom an invitation is for',
  description: 'Does not use the token, because mail scanners open links. 404 `activation_invalid` if it is unknown, used, replaced, revoked or expired.',
  params: InputObject({ token: Token }),
  reply: Activation,
  errors: ['activation_invalid', 'too_many'],
  example: {
    params: { token: 'r4Qb0wI1x' },
    reply: {
      email: 'misao@example.com',
      role: 'patient',
      last_name: '勅使河原',
      first_name: '美佐緒',
      last_name_kana: '',
      first_name_kana: '',
      expires_at: '2026-11-28T00:00:00.000Z',
    },
  },
})

export const openActivation = endpoint({
  method: 'POST',
  path: '/api/users/activation_tokens',
  permission: 'public',
  summary: 'Exchange the code of an invitation for a token',
  description: 'For people who cannot open the link. Five tries; the response to a wrong code and to an unknown address is the same.',
  body: InputObject({ email: Email, otp: Code }),
  reply: Type.Object({ token: Type.String() }),
  errors: ['otp_invalid', 'too_many'],
  example: { body: { email: 'misao@example.com', otp: '123456' }, reply: { token: 'r4Qb…' } },
})

export const activate = endpoint({
  method: 'POST',
  path: '/api/users/activations',
  permission: 'public',
  summary: 'Complete a registration and sign in',
  description:
    'Sets password and profile and records the agreement to both current policies, all or nothing. A patient needs a birthday, unless the record has one. With `trust_device` this browser needs no code for 30 days.',
  body: InputObject({
    token: Token,
    password: NewPassword,
    last_name: name.last_name,
    first_name: name.first_name,
    last_name_kana: Type.Optional(name.last_name_kana),
    first_name_kana: Type.Optional(name.first_name_kana),
    birthday: Type.Optional(Day),
    sex: Type.Optional(OneOf(sexes)),
    phone_number: Type.Optional(Phone),
    address: Type.Optional(Address),
    privacy_policy_id: Type.Optional(Id),
    usage_policy_id: Type.Optional(Id),
    trust_device: Type.Optional(Type.Boolean()),
  }),
  reply: Session,
  status: 201,
  errors: ['activation_invalid', 'policy_outdated', 'phone_number_taken', 'too_many'],
  example: {
    body: {
      token: 'r4Qb0wI1x',
      password: 'mikan-umi-8ji',
      last_name: '勅使河原',
      first_name: '美佐緒',
      birthday: '1958-04-05',
      privacy_policy_id: 1,
      usage_policy_id: 2,
    },
    reply: { id: 1, role: 'patient', email: 'misao@example.com', first_name: '美佐緒', last_name: '勅使河原', access_token: 'wI1x…' },
  },
  changes: ['session'],
})

export const requestInvitation = endpoint({
  method: 'POST',
  path: '/api/invite_requests',
  permission: 'public',
  summary: 'Ask for an invitation',
  description: 'The same response for every address. A new request with the same address replaces the open one.',
  body: InputObject({ email: Email, name: Line(100), phone_number: Type.Optional(Type.String({ maxLength: 30 })), note: Type.Optional(Text(1000, 0)) }),
  reply: Nothing,
  status: 204,
  errors: ['too_many'],
  example: { body: { email: 'misao@example.com', name: '勅使河原 美佐緒', note: '会社の健診で知りました。' } },
})

export type InviteRequest = Static<typeof InviteRequest>
export const InviteRequest = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  phone_number: Type.String(),
  note: Type.String(),
  created_at: Instant,
})

export const listInviteRequests = endpoint({
  method: 'GET',
  path: '/api/invite_requests',
  permission: 'care_team.write',
  summary: 'List open requests for an invitation, newest first',
  description: 'An invitation closes requests, see `POST /api/users`.',
  query: InputObject({ page: Page }),
  reply: Paged(InviteRequest),
  example: { query: {} },
})

export const closeInviteRequest = endpoint({
  method: 'DELETE',
  path: '/api/invite_requests/:id',
  permission: 'care_team.write',
  summary: 'Close a request for an invitation without inviting',
  description: 'The person is not told and can ask again.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['invitations'],
})
