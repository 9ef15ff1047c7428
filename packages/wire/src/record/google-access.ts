import Type from 'typebox'
import { endpoint, InputObject, Instant, Nothing, Nullable } from '../endpoint.ts'

/** The scopes that the server requests from Google. */
export const googleScopes = ['activity', 'body', 'sleep', 'heart_rate'].map((name) => `https://www.googleapis.com/auth/fitness.${name}.read`)

const Access = Type.Object({
  /** False if Google is not set up on this server. */
  is_available: Type.Boolean(),
  /** Null if the person has not connected Google. */
  connected_at: Nullable(Instant),
  /** Since when Google no longer accepts the connection: the person has to allow it again. */
  refused_at: Nullable(Instant),
  /** Scopes that Google has not granted. */
  items: Type.Array(Type.String()),
})

export const unauthorizedScopes = endpoint({
  method: 'GET',
  path: '/api/google_api_tokens/unauthorized_scopes',
  permission: 'account.own',
  summary: 'List what Google does not yet allow for one’s own account',
  reply: Access,
})

export const authorizedGoogle = endpoint({
  method: 'GET',
  path: '/authorized_google',
  permission: 'account.own',
  summary: 'Complete an authorization with the code that Google returned',
  description:
    'The page to which Google returns sends `code` and `state`. The state works once, for ten minutes and in the session that began: 422 `google_state_invalid` otherwise. 422 `google_rejected` if Google rejects the code.',
  query: InputObject({ code: Type.String({ minLength: 1, maxLength: 2_000 }), state: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Access,
  errors: ['google_off', 'google_state_invalid', 'google_rejected', 'google_unreachable'],
  example: { query: { code: '4/0AX4XfWi', state: 'x2Hn' } },
})

export const beginGoogleAuthorization = endpoint({
  method: 'POST',
  path: '/api/google_api_tokens/authorizations',
  permission: 'account.own',
  summary: 'Begin an authorization at Google',
  description: 'Returns the address to open, with a PKCE challenge and a state that belongs to this session.',
  body: InputObject({}),
  reply: Type.Object({ url: Type.String() }),
  status: 201,
  errors: ['google_off'],
  example: { body: {} },
})

export const removeGoogleToken = endpoint({
  method: 'DELETE',
  path: '/api/google_api_tokens',
  permission: 'account.own',
  summary: 'Delete the server’s access to one’s own Google account',
  reply: Nothing,
  status: 204,
  changes: ['google_api_tokens'],
  audience: 'caller',
})
