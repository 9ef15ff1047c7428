import Type, { type Static } from 'typebox'
import { careRoles } from '../access.ts'
import { endpoint, Id, Include, Items, OneOf, Page, Paged, Sent, UserId } from '../endpoint.ts'
import { AllergyReaction } from '../record/illness.ts'
import { Person, User } from './account.ts'

export type CarePerson = Static<typeof CarePerson>
export const CarePerson = Type.Object({
  id: Id,
  /** The patient. */
  user_id: Id,
  staff_id: Id,
  role: OneOf(careRoles),
  /** The one to turn to first among those of this role: the main doctor, the main nurse. */
  main: Type.Boolean(),
  /** The member of staff. */
  user: Person,
})

export type Patient = Static<typeof Patient>
export const Patient = Type.Object({
  ...User.properties,
  care_people: Type.Optional(Type.Array(CarePerson)),
  allergy_reactions: Type.Optional(Type.Array(AllergyReaction)),
})

export const listPatients = endpoint({
  method: 'GET',
  path: '/api/users/patients',
  permission: 'patient.read',
  summary: 'Patients within reach, sorted by kana',
  description: '`role=main_doctor` keeps those whose main doctor asks. With `q[id_eq]` or `q[id_in][]` the people out of reach are simply not there.',
  query: Sent({
    include: Include('contracts', 'care_people', 'allergy_reactions'),
    q: Type.Optional(
      Sent({
        id_eq: Type.Optional(Id),
        id_in: Type.Optional(Type.Array(Id, { maxItems: 100 })),
        full_name_cont: Type.Optional(Type.String({ maxLength: 100 })),
      }),
    ),
    role: Type.Optional(OneOf(['main_doctor'])),
    page: Page,
  }),
  reply: Paged(Patient),
  example: { query: { q: { id_eq: 1 }, include: ['contracts'] } },
})

export const listCarePeople = endpoint({
  method: 'GET',
  path: '/api/care_people',
  permission: 'patient.read',
  summary: 'A patient’s care team, main people first',
  query: UserId,
  reply: Items(CarePerson),
  example: { query: { user_id: 1 } },
})
