import Type from 'typebox'
import { roles } from '../access.ts'
import { ById, endpoint, InputObject, Instant, Items, Nothing, OneOf } from '../endpoint.ts'
import { OpenSession } from './session.ts'

const base = { permission: 'administration.write', params: ById } as const
const staffRoles = roles.filter((role) => role !== 'patient')

export const changeRole = endpoint({
  ...base,
  method: 'PUT',
  path: '/api/users/:id/role',
  summary: 'Change the role of a member of staff',
  description:
    'Ends the sessions of the account, because they have the permissions of the old role, and unassigns its conversations if the new role may not answer them. The role of a patient cannot be changed, nor one’s own. Somebody in care teams with another role than the new one gets 409 `cares_for_patients`: hand over the patients first. With `updated_at`, 409 `conflict` if the account changed since.',
  body: InputObject({ role: OneOf(staffRoles), updated_at: Type.Optional(Instant) }),
  reply: Nothing,
  status: 204,
  errors: ['conflict', 'last_admin', 'cares_for_patients'],
  example: { params: { id: 9 }, body: { role: 'nurse' } },
  changes: ['users', 'message_rooms'],
})

export const unlockUser = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/users/:id/lock',
  summary: 'Unlock an account that was locked by too many wrong passwords, wrong codes or requested mails',
  reply: Nothing,
  status: 204,
  example: { params: { id: 9 } },
  changes: ['users'],
  audience: 'caller',
})

export const listSessionsOfUser = endpoint({
  ...base,
  method: 'GET',
  path: '/api/users/:id/sessions',
  summary: 'List the open sessions of an account, the last used first',
  description: 'Max 100.',
  reply: Items(OpenSession),
  example: { params: { id: 9 } },
})

export const endSessionsOfUser = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  summary: 'End all sessions of an account and its connected apps, and forget its trusted devices',
  reply: Nothing,
  status: 204,
  example: { params: { id: 9 } },
  changes: ['sessions'],
  audience: 'caller',
})
