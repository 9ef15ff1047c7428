import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf } from '../endpoint.ts'

/** Scopes that an administrator can allow an app to request. An app may also request single types, such as `patient/Observation.rs`. */
export const appScopes = ['patient/*.rs', 'user/*.rs', 'offline_access'] as const

const ClientId = Type.String({ pattern: '^[\\w-]{8,100}$', maxLength: 100 })
const RedirectUri = Line(500)
const ScopeText = Line(2_000)
/** The S256 challenge of PKCE. */
const Challenge = Type.String({ pattern: '^[\\w-]{43}$', maxLength: 43 })

export const describeAppRequest = endpoint({
  method: 'GET',
  path: '/api/app_authorizations',
  permission: 'account.own',
  summary: 'Describe what an app requests, for the consent page',
  description:
    'For the page `/settings/authorize`, where apps send a person with the parameters of SMART App Launch. `scopes` are those that the person can grant. Only `S256` is accepted as challenge method.',
  query: InputObject({ client_id: ClientId, redirect_uri: RedirectUri, scope: ScopeText }),
  reply: Type.Object({ name: Type.String(), scopes: Type.Array(Type.String()), redirect_uri: Type.String() }),
  errors: ['app_unknown', 'scope_invalid'],
  example: { query: { client_id: 'demo-client-0001', redirect_uri: 'https://app.example.com/callback', scope: 'patient/*.rs' } },
})

export const answerAppRequest = endpoint({
  method: 'POST',
  path: '/api/app_authorizations',
  permission: 'account.own',
  summary: 'Allow or decline what an app requests',
  description: 'Send the browser to `redirect_to`: with a code that is valid for one minute and once, or with `access_denied`.',
  body: InputObject({
    client_id: ClientId,
    redirect_uri: RedirectUri,
    scope: ScopeText,
    state: Type.Optional(Line(1_000, 0)),
    code_challenge: Challenge,
    is_approved: Type.Boolean(),
  }),
  reply: Type.Object({ redirect_to: Type.String() }),
  status: 201,
  errors: ['app_unknown', 'scope_invalid'],
  example: {
    body: {
      client_id: 'demo-client-0001',
      redirect_uri: 'https://app.example.com/callback',
      scope: 'patient/*.rs',
      state: 'a1',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      is_approved: true,
    },
  },
  changes: ['app_grants'],
  audience: 'caller',
})

export type AppGrant = Static<typeof AppGrant>
/** An app that may read what the person allowed. */
export const AppGrant = Type.Object({ id: Id, name: Type.String(), scopes: Type.Array(Type.String()), created_at: Instant, last_used_at: Nullable(Instant) })

export const listAppGrants = endpoint({
  method: 'GET',
  path: '/api/app_grants',
  permission: 'account.own',
  summary: 'List the apps that the caller allowed to read',
  query: InputObject({}),
  reply: Items(AppGrant),
})

export const revokeAppGrant = endpoint({
  method: 'DELETE',
  path: '/api/app_grants/:id',
  permission: 'account.own',
  summary: 'Take back what an app was allowed; its tokens stop working at once',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['app_grants'],
  audience: 'caller',
})

const token = { maxLength: 200, pattern: '^[\\w-]{20,200}$' } as const

export const issueAppToken = endpoint({
  method: 'POST',
  path: '/oauth/token',
  permission: 'public',
  summary: 'Exchange a code or a refresh token for an access token',
  description:
    'OAuth 2.0 for public clients with PKCE: `application/x-www-form-urlencoded`, or JSON. A code or a refresh token that is used twice ends the grant. No token works later than 90 days after the consent. Errors have the `error` of OAuth, such as `invalid_grant`.',
  body: InputObject({
    grant_type: OneOf(['authorization_code', 'refresh_token']),
    client_id: ClientId,
    code: Type.Optional(Type.String(token)),
    redirect_uri: Type.Optional(RedirectUri),
    code_verifier: Type.Optional(Type.String({ pattern: '^[\\w.~-]{43,128}$', maxLength: 128 })),
    refresh_token: Type.Optional(Type.String(token)),
    scope: Type.Optional(ScopeText),
  }),
  reply: Type.Object({
    access_token: Type.String(),
    token_type: Type.String(),
    expires_in: Type.Integer(),
    scope: Type.String(),
    /** The id of the patient, where the grant is for one. */
    patient: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
  }),
  status: 200,
  errors: ['grant_invalid', 'too_many'],
  example: {
    body: { grant_type: 'refresh_token', client_id: 'demo-client-0001', refresh_token: 'q3nXQ0o0m1vFhJ2yY6v0bqkqf2Y5l8s7d9a4c6e1Z0w' },
  },
})

export const revokeAppToken = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  permission: 'public',
  summary: 'Revoke a token and everything granted with it',
  description: 'RFC 7009. Answers the same for an unknown token.',
  body: InputObject({
    token: Type.String(token),
    client_id: ClientId,
    token_type_hint: Type.Optional(Type.String({ maxLength: 50 })),
  }),
  reply: Type.Object({ revoked: Type.Boolean() }),
  status: 200,
  errors: ['too_many'],
  example: { body: { token: 'q3nXQ0o0m1vFhJ2yY6v0bqkqf2Y5l8s7d9a4c6e1Z0w', client_id: 'demo-client-0001' } },
})

export const getSmartConfiguration = endpoint({
  method: 'GET',
  path: '/fhir/R4/.well-known/smart-configuration',
  permission: 'public',
  summary: 'Describe how apps sign in (SMART App Launch)',
  reply: Type.Object({
    authorization_endpoint: Type.String(),
    token_endpoint: Type.String(),
    revocation_endpoint: Type.String(),
    grant_types_supported: Type.Array(Type.String()),
    response_types_supported: Type.Array(Type.String()),
    scopes_supported: Type.Array(Type.String()),
    code_challenge_methods_supported: Type.Array(Type.String()),
    token_endpoint_auth_methods_supported: Type.Array(Type.String()),
    capabilities: Type.Array(Type.String()),
  }),
})
