import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf } from '../endpoint.ts'
import { OldPassword, Session } from './account.ts'

/** Max passkeys of one person. */
export const maxPasskeys = 20

const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const Challenge = Type.String()
const seconds = { timeout: Type.Integer() }

export type Passkey = Static<typeof Passkey>
export const Passkey = Type.Object({ id: Id, name: Type.String(), created_at: Instant, last_used_at: Nullable(Instant) })

/** `PublicKeyCredentialRequestOptionsJSON`. */
const RequestOptions = Type.Object({ challenge: Challenge, rpId: Type.String(), ...seconds, userVerification: Type.Literal('required') })

const Descriptor = Type.Object({ id: Type.String(), type: Type.Literal('public-key'), transports: Type.Array(Type.String()) })
/** `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = Type.Object({
  challenge: Challenge,
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  ...seconds,
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})

const session = { id: 2, role: 'doctor', email: 'doctor@example.com', first_name: '健一', last_name: '中村', access_token: 'wI1x…' } as const
const encoded = 'AAAAAAAAAAAAAAAAAAAAAA'

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/passkey_challenges',
  permission: 'public',
  summary: 'Get the options for a sign-in with a passkey',
  description: 'For `navigator.credentials.get`. The challenge is valid for 5 minutes and one use.',
  reply: RequestOptions,
  errors: ['too_many'],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/passkey_sign_in',
  permission: 'public',
  summary: 'Sign in with a passkey',
  description: 'A passkey is both factors: there is no code. 401 `passkey_unknown` also for a deactivated account.',
  body: InputObject({
    id: Base64Url(1400),
    client_data: Base64Url(4000),
    authenticator_data: Base64Url(4000),
    signature: Base64Url(8000),
    user_handle: Type.Optional(Base64Url(200)),
  }),
  reply: Session,
  errors: ['passkey_unknown', 'passkey_rejected', 'too_many'],
  example: { body: { id: encoded, client_data: encoded, authenticator_data: encoded, signature: encoded }, reply: session },
  changes: ['session'],
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  permission: 'account.own',
  summary: 'List the caller’s passkeys, the oldest first',
  reply: Items(Passkey),
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  permission: 'account.own',
  summary: 'Get the options to create a passkey',
  description:
    'For `navigator.credentials.create`. The challenge is valid for 5 minutes and one use. The password is required unless the session is younger than 10 minutes. Max 20 passkeys.',
  body: InputObject({ old_password: Type.Optional(OldPassword) }),
  reply: CreationOptions,
  errors: ['password_wrong', 'too_many'],
  example: { body: { old_password: 'asano-sanpo-30pun' } },
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  permission: 'account.own',
  summary: 'Add a passkey',
  description: 'The body has what the authenticator created. Max 20 passkeys. The person is told by mail.',
  body: InputObject({
    name: Line(100),
    id: Base64Url(1400),
    client_data: Base64Url(4000),
    attestation: Base64Url(60_000),
    transports: Type.Array(OneOf(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']), { maxItems: 7 }),
  }),
  reply: Passkey,
  status: 201,
  errors: ['passkey_rejected'],
  example: { body: { name: 'Chrome, Windows', id: encoded, client_data: encoded, attestation: encoded, transports: ['internal'] } },
  changes: ['passkeys'],
  audience: 'caller',
})

export const changePasskey = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  permission: 'account.own',
  summary: 'Rename a passkey',
  params: ById,
  body: InputObject({ name: Line(100) }),
  reply: Passkey,
  example: { params: { id: 1 }, body: { name: '会社のパソコン' } },
  changes: ['passkeys'],
  audience: 'caller',
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  permission: 'account.own',
  summary: 'Delete a passkey',
  description: 'The person is told by mail.',
  params: ById,
  reply: Nothing,
  status: 204,
  changes: ['passkeys'],
  audience: 'caller',
})
