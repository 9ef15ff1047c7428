import Type, { type Static } from 'typebox'
import { careRoles } from '../../access.ts'
import { exportOf, fieldsOf, IdOf, listQuery } from '../../admin.ts'
import { ById, endpoint, Id, InputObject, Nothing, OneOf, Paged } from '../../endpoint.ts'
import { Person } from '../../people/account.ts'

const tags = { changes: ['users', 'message_rooms'] } as const
export type CareTeamInput = Static<typeof CareTeamInput>
/** `main`: the main contact of this role for the patient. */
const CareTeamInput = InputObject({ user_id: IdOf('patients'), staff_id: IdOf('staff'), main: Type.Boolean() })
export const careTeamFields = fieldsOf(CareTeamInput)

/** `user` is the member of staff, `person` the patient. */
const CareTeamRow = Type.Object({
  id: Id,
  user_id: IdOf('patients'),
  staff_id: IdOf('staff'),
  person: Person,
  user: Person,
  role: OneOf(careRoles),
  main: Type.Boolean(),
})
export const careTeamColumns = fieldsOf(CareTeamRow)

export const listCareTeams = endpoint({
  method: 'GET',
  path: '/api/admin/care_people',
  listsPatients: true,
  permission: 'administration.write',
  summary: 'List who cares for which patient, the newest first',
  description: '`q` is part of the patient’s name in kanji, kana or romaji.',
  query: listQuery(['id'], { role: Type.Optional(OneOf(careRoles)), staff_id: Type.Optional(Id), user_id: Type.Optional(Id) }),
  reply: Paged(CareTeamRow),
  example: { query: { role: 'nurse' } },
})
export const careTeamQuery = fieldsOf(listCareTeams.query)
export const exportCareTeams = exportOf('/api/admin/care_people/export', 'Export the care teams as CSV', ['id'], {
  role: Type.Optional(OneOf(careRoles)),
  staff_id: Type.Optional(Id),
  user_id: Type.Optional(Id),
})

export const getCarePerson = endpoint({
  method: 'GET',
  path: '/api/admin/care_people/:id',
  permission: 'administration.write',
  summary: 'Read a member of a care team',
  params: ById,
  reply: CareTeamRow,
  example: { params: { id: 1 } },
})

export const addCarePerson = endpoint({
  method: 'POST',
  path: '/api/care_people',
  permission: 'care_team.write',
  summary: 'Add a member of staff to a patient’s care team',
  description: 'The role is that of the account. A new main contact replaces the one of the same role.',
  body: CareTeamInput,
  reply: CareTeamRow,
  status: 201,
  example: { body: { user_id: 1, staff_id: 9, main: false } },
  ...tags,
})

export const changeCarePerson = endpoint({
  method: 'PUT',
  path: '/api/care_people/:id',
  permission: 'care_team.write',
  summary: 'Set or unset a member of the care team as the main contact of their role',
  description: 'A new main contact replaces the one of the same role.',
  params: ById,
  body: InputObject({ main: Type.Boolean() }),
  reply: CareTeamRow,
  example: { params: { id: 1 }, body: { main: true } },
  ...tags,
})

export const removeCarePerson = endpoint({
  method: 'DELETE',
  path: '/api/care_people/:id',
  permission: 'care_team.write',
  summary: 'Remove somebody from a patient’s care team',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  ...tags,
})

export const handOverPatients = endpoint({
  method: 'POST',
  path: '/api/users/:id/handover',
  permission: 'administration.write',
  summary: 'Hand over all patients of a member of staff to another of the same role',
  description:
    'The role is the one that `id` has in the care teams, or, if it is in none, that of the account. All open tasks and assigned conversations of `id` are reassigned too. `to_user_id` becomes the main contact where `id` was, even of patients whom both cared for.',
  params: ById,
  body: InputObject({ to_user_id: Id }),
  reply: Type.Object({ patients: Type.Integer(), tasks: Type.Integer() }),
  example: { params: { id: 9 }, body: { to_user_id: 10 } },
  ...tags,
  staffChanges: ['tasks'],
})
