import Type from 'typebox'
import { endpoint, InputObject, Instant, Nothing, Nullable } from '../endpoint.ts'

const LineAccount = Type.Object({
  /** Null if LINE is not set up on this server. */
  channel_id: Nullable(Type.String()),
  /** For the LINE login request of this session; the ID token must contain it. */
  nonce: Nullable(Type.String()),
  linked_at: Nullable(Instant),
})

export const getLineAccount = endpoint({
  method: 'GET',
  path: '/line_accounts',
  permission: 'account.own',
  summary: 'Read whether the caller’s account is linked to LINE, and how to link it',
  reply: LineAccount,
})

export const linkLineAccount = endpoint({
  method: 'POST',
  path: '/line_accounts',
  permission: 'account.own',
  summary: 'Link one’s own account to LINE with the code or the ID token of a LINE login',
  description:
    'A `code` is exchanged for the ID token (redirect URI `/settings/line`). 401 `signature_invalid` unless the ID token is signed with the channel secret, is for this channel, has not expired and contains the nonce of `GET /line_accounts`. No data of the patient is sent to LINE. 404 if LINE is not set up.',
  body: InputObject({
    id_token: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  }),
  reply: LineAccount,
  status: 201,
  errors: ['not_found', 'signature_invalid', 'line_account_taken', 'unavailable'],
  example: { body: { id_token: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.e30.c2ln' } },
  changes: ['line_accounts'],
  audience: 'caller',
})

export const unlinkLineAccount = endpoint({
  method: 'DELETE',
  path: '/line_accounts',
  permission: 'account.own',
  summary: 'Unlink one’s own account from LINE',
  reply: Nothing,
  status: 204,
  changes: ['line_accounts'],
  audience: 'caller',
})
