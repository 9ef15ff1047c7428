import Type, { type Static } from 'typebox'
import { roles } from '../access.ts'
import { ByIdOrMe, Day, endpoint, Id, Include, InputObject, Instant, Line, Nothing, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { Contract } from './contract.ts'

export const sexes = ['male', 'female'] as const

export const policyKinds = ['privacy_policy', 'usage_policy'] as const
export type PolicyKind = (typeof policyKinds)[number]

export type Address = Static<typeof Address>
export const Address = InputObject({
  zip: Type.String({ pattern: '^(\\d{3}-?\\d{4})?$', maxLength: 8 }),
  prefecture: Line(10, 0),
  city: Line(100, 0),
  street: Line(200, 0),
  building: Line(200, 0),
})

export type PaymentSource = Static<typeof PaymentSource>
export const PaymentSource = Type.Object({ type: Type.Literal('card'), last4: Type.String() })

export const name = {
  first_name: Line(50),
  last_name: Line(50),
  first_name_kana: Line(100, 0),
  last_name_kana: Line(100, 0),
}

/** Public profile: visible to everyone who may see the person. */
export type Person = Static<typeof Person>
export const Person = Type.Object({ id: Id, role: OneOf(roles), ...name, icon: Nullable(Type.String()) })

export type User = Static<typeof User>
export const User = Type.Object({
  id: Id,
  role: OneOf(roles),
  ...name,
  birthday: Nullable(Day),
  sex: Nullable(OneOf(sexes)),
  email: Type.String(),
  phone_number: Nullable(Type.String()),
  icon: Nullable(Type.String()),
  address: Nullable(Address),
  payment_source: Nullable(PaymentSource),
  contracts: Type.Optional(Type.Array(Contract)),
  /** Only in the caller’s own record: the policies whose current version the caller has not agreed to. */
  policies_to_agree: Type.Optional(Type.Array(OneOf(policyKinds))),
  created_at: Instant,
  updated_at: Instant,
})

/** Item of the user list. */
export type UserListItem = Static<typeof UserListItem>
export const UserListItem = Type.Object({
  id: Id,
  role: OneOf(roles),
  ...name,
  email: Type.String(),
  icon: Nullable(Type.String()),
  deactivated_at: Nullable(Instant),
  /** False until the person has registered with the invitation. */
  is_registered: Type.Boolean(),
})

export type Session = Static<typeof Session>
export const Session = Type.Object({
  id: Id,
  role: OneOf(roles),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  access_token: Type.String(),
})

export type Challenge = Static<typeof Challenge>
export const Challenge = Type.Object({
  message: Type.String(),
  challenge: Type.String(),
  /** Expiry of the code. */
  expires_at: Instant,
  /** Earliest time at which a new code instead of this one can be requested. */
  resend_at: Instant,
})

/** Visible ASCII characters without quotation marks: each request has the address in a header. */
export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[!#-?A-~]+@[!#-?A-~]+$' })
/** The current password. Longer input is rejected before it is hashed. */
export const OldPassword = Type.String({ minLength: 1, maxLength: 1024 })
/** The schema only limits the size: the server requires 10 to 128 characters, of staff at least 13, and rejects common and guessable passwords. */
export const NewPassword = Type.String({ minLength: 1, maxLength: 1024 })
/** Six digits. */
export const Code = Type.String({ pattern: '^\\d{6}$', minLength: 6, maxLength: 6 })
/** Secret of a mailed link, or of a challenge. */
export const Token = Type.String({ minLength: 1, maxLength: 200 })

const Credentials = { email: Email, password: OldPassword }
const session = { id: 2, role: 'doctor', email: 'doctor@example.com', first_name: '健一', last_name: '中村', access_token: 'wI1x…' } as const
const challenge = {
  message: '確認コードをメールでお送りしました。',
  challenge: 'r4Qb…',
  expires_at: '2026-11-21T00:10:00.000Z',
  resend_at: '2026-11-21T00:00:30.000Z',
}

export const signIn = endpoint({
  method: 'POST',
  path: '/api/sign_in',
  permission: 'public',
  summary: 'Sign in to an account that needs no code',
  description: 'By default every account needs a code: correct credentials get 401 `otp_required`; use `sign_in_v2`.',
  body: InputObject(Credentials),
  reply: Session,
  errors: ['credentials_invalid', 'otp_required', 'too_many'],
  example: { body: { email: 'doctor@example.com', password: 'asano-sanpo-30pun' }, reply: session },
  changes: ['session'],
})

export const signInV2 = endpoint({
  method: 'POST',
  path: '/api/sign_in_v2',
  permission: 'public',
  summary: 'Sign in; a code is mailed unless this device is trusted',
  description:
    'Returns the session if the account needs no code or the cookie `device` names a device trusted within the last 30 days, else a challenge for `auth_otp`. Calling again with the previous `challenge` mails a new code and invalidates the old one; 429 within 30 s.',
  body: InputObject({ ...Credentials, challenge: Type.Optional(Token) }),
  reply: Type.Union([Challenge, Session]),
  errors: ['credentials_invalid', 'too_many', 'resend_too_early', 'mail_unavailable'],
  example: { body: { email: 'doctor@example.com', password: 'asano-sanpo-30pun' }, reply: challenge },
  changes: ['session'],
})

export const authOtp = endpoint({
  method: 'POST',
  path: '/api/auth_otp',
  permission: 'public',
  summary: 'Answer a challenge with the mailed code',
  description:
    'Six digits, valid for 10 minutes, 5 tries, single use. The error `otp_invalid` has `tries_left`. With `trust_device` this browser needs no code for 30 days.',
  body: InputObject({
    email: Credentials.email,
    otp: Code,
    challenge: Token,
    trust_device: Type.Optional(Type.Boolean()),
  }),
  reply: Session,
  errors: ['otp_invalid', 'otp_expired', 'otp_used_up', 'too_many'],
  example: { body: { email: 'doctor@example.com', otp: '123456', challenge: 'r4Qb…', trust_device: true }, reply: session },
  changes: ['session'],
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/sign_out',
  permission: 'account.own',
  summary: 'Sign out: end this session and its event streams',
  reply: Nothing,
  status: 204,
  changes: ['session'],
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  permission: 'patient.read',
  summary: 'Get a user: oneself, an accessible patient, or for admins anyone',
  description: 'The response for `me` has the header `x-newest-event`: as `Last-Event-ID` it starts an event stream after everything read before.',
  params: ByIdOrMe,
  query: InputObject({ include: Include('contracts') }),
  reply: User,
  example: { params: { id: 'me' } },
})

const Profile = InputObject({
  first_name: Type.Optional(name.first_name),
  last_name: Type.Optional(name.last_name),
  first_name_kana: Type.Optional(name.first_name_kana),
  last_name_kana: Type.Optional(name.last_name_kana),
  birthday: Type.Optional(Nullable(Day)),
  sex: Type.Optional(Nullable(OneOf(sexes))),
  phone_number: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 30 }))),
  address: Type.Optional(Nullable(Address)),
  updated_at: Type.Optional(Instant),
})
const profileChange = { body: { phone_number: '090-0000-1234' } }

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  permission: 'account.own',
  summary: 'Change one’s own profile, or with `profile.write` a patient’s',
  description:
    'Admins may change anyone’s. Partial update: fields not sent stay unchanged. The phone number is normalized and must be unique. With `updated_at`, 409 if the profile changed since.',
  params: ByIdOrMe,
  body: Profile,
  reply: User,
  errors: ['phone_number_taken', 'conflict'],
  example: { params: { id: 'me' }, ...profileChange },
  changes: ['users', 'message_rooms'],
})

export const putUser = endpoint({
  ...changeUser,
  method: 'PUT',
  path: '/users/:id',
  summary: 'Change a profile: older name of `PATCH /api/users/{id}`, partial as well',
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  listsPatients: true,
  permission: 'staff.read',
  summary: 'List users by role and name',
  description: 'Sorted by kana. `q[full_name_cont]` matches part of a name in kanji, kana or romaji.',
  query: InputObject({
    role: Type.Optional(Type.Unsafe<(typeof roles)[number][]>({ type: 'array', items: { type: 'string', enum: roles }, maxItems: roles.length })),
    q: Type.Optional(InputObject({ full_name_cont: Type.Optional(Type.String({ maxLength: 100 })) })),
    page: Page,
  }),
  reply: Paged(UserListItem),
  example: { query: { role: ['doctor'] } },
})
