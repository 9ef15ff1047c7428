import Type, { type Static } from 'typebox'
import { roles } from '../../access.ts'
import { exportOf, fieldsOf, listQuery } from '../../admin.ts'
import { endpoint, Id, Instant, Nullable, OneOf, Paged } from '../../endpoint.ts'
import { Person } from '../../people/account.ts'

export const userStates = ['active', 'invited', 'deactivated', 'merged'] as const
const sorts = ['account', 'created_at'] as const
/** `staff`: all roles except `patient`. */
const filters = { role: Type.Optional(OneOf([...roles, 'staff'])), state: Type.Optional(OneOf(userStates)) }

export type UserRow = Static<typeof UserRow>
const UserRow = Type.Object({
  id: Id,
  account: Person,
  email: Type.String(),
  phone_number: Nullable(Type.String()),
  role: OneOf(roles),
  state: OneOf(userStates),
  last_sign_in_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})
export const userColumns = fieldsOf(UserRow)

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  listsPatients: true,
  permission: 'administration.write',
  summary: 'List all accounts with their state and last sign-in',
  description: '`q` is part of the name in kanji, kana or romaji, or the beginning of the e-mail address. By kana unless `sort` says otherwise.',
  query: listQuery(sorts, filters),
  reply: Paged(UserRow),
  example: { query: { role: 'patient', state: 'invited' } },
})
export const userQuery = fieldsOf(listAccounts.query)
export const exportAccounts = exportOf('/api/admin/users/export', 'Export the accounts as CSV', sorts, filters)
