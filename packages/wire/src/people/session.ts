import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Nothing, Nullable, OneOf } from '../endpoint.ts'

/** Data by which a person can recognise a browser. The IP address is not stored. */
const browser = {
  /** Name and system, such as `Chrome, Windows`; empty if unknown. */
  browser: Type.String(),
  address_family: Nullable(OneOf(['IPv4', 'IPv6'])),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  /** Whether this is the browser that sends the request. */
  is_current: Type.Boolean(),
}

export type OpenSession = Static<typeof OpenSession>
export const OpenSession = Type.Object({ id: Id, ...browser })

export type TrustedDevice = Static<typeof TrustedDevice>
export const TrustedDevice = Type.Object({ id: Id, ...browser })

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  permission: 'account.own',
  summary: 'List the caller’s open sessions, the last used first',
  description: 'Max 100.',
  reply: Items(OpenSession),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  permission: 'account.own',
  summary: 'End one of the caller’s sessions and its event streams',
  params: ById,
  reply: Nothing,
  status: 204,
  changes: ['sessions'],
  audience: 'caller',
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  permission: 'account.own',
  summary: 'End all sessions of the caller but this one',
  reply: Nothing,
  status: 204,
  changes: ['sessions'],
  audience: 'caller',
})

export const listTrustedDevices = endpoint({
  method: 'GET',
  path: '/api/trusted_devices',
  permission: 'account.own',
  summary: 'List the browsers that need no code, the last used first',
  description: 'Max 100.',
  reply: Items(TrustedDevice),
})

export const removeTrustedDevice = endpoint({
  method: 'DELETE',
  path: '/api/trusted_devices/:id',
  permission: 'account.own',
  summary: 'Stop trusting a browser: its next sign-in needs a code',
  params: ById,
  reply: Nothing,
  status: 204,
  changes: ['trusted_devices'],
  audience: 'caller',
})

export const removeTrustedDevices = endpoint({
  method: 'DELETE',
  path: '/api/trusted_devices',
  permission: 'account.own',
  summary: 'Stop trusting all of the caller’s browsers',
  reply: Nothing,
  status: 204,
  changes: ['trusted_devices'],
  audience: 'caller',
})
