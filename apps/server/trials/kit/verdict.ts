import { type Role, scopeOf } from '@sukoyaka/wire/access'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { Relation } from './calls/call.ts'
import { callOf } from './calls/calls.ts'

/** The expected status, by the permission table and the kind of the call. */
export const expectedStatus = (endpoint: Endpoint, role: Role | undefined, relation: Relation): number => {
  const call = callOf(endpoint)
  const successStatus = call.goodStatus
  if (endpoint.permission === 'public') return successStatus
  if (!role) return 401
  if (call.kind === 'context') return scopeOf(role, endpoint.permission) ? successStatus : 403
  // members of staff have no own patient record
  const isSelf = role === 'patient' && (relation === 'own' || relation === 'unreleased')
  const scope = scopeOf(role, isSelf ? endpoint.permission : (call.others ?? endpoint.permission))
  if (!scope) return 403
  if (call.kind === 'list') return successStatus
  if (relation === 'absent') return 404
  // only admins manage people who are not patients
  if (relation === 'staff') return role === 'admin' && /users\/:id$/.test(endpoint.path) ? successStatus : 404
  if (scope === 'all') return successStatus
  return relation === 'own' ? successStatus : 404
}
