import Type, { type Static } from 'typebox'
import { careRoles } from '../access.ts'
import { endpoint, Id, Include, InputObject, Items, OneOf, Page, Paged, UserId } from '../endpoint.ts'
import { AllergyReaction } from '../record/illness.ts'
import { Person, User } from './account.ts'

export type CarePerson = Static<typeof CarePerson>
export const CarePerson = Type.Object({
  id: Id,
  /** Id of the patient. */
  user_id: Id,
  staff_id: Id,
  role: OneOf(careRoles),
  /** Main contact of this role for the patient, such as the main doctor or main nurse. */
  main: Type.Boolean(),
  /** The staff member. */
  user: Person,
})

export type Patient = Static<typeof Patient>
export const Patient = Type.Object({
  ...User.properties,
  care_people: Type.Optional(Type.Array(CarePerson)),
  allergy_reactions: Type.Optional(Type.Array(AllergyReaction)),
})

const Name = Type.String({ maxLength: 100 })

export const listPatients = endpoint({
  method: 'GET',
  path: '/api/users/patients',
  permission: 'patient.read',
  summary: 'List accessible patients, sorted by kana',
  description:
    '`role=main_doctor` selects patients whose main doctor is the caller. With `q[id_eq]` or `q[id_in][]`, patients outside the caller’s scope are omitted. `q` as a string searches names like `q[full_name_cont]`.',
  query: InputObject({
    include: Include('contracts', 'care_people', 'allergy_reactions'),
    q: Type.Optional(
      Type.Unsafe<string | { id_eq?: number; id_in?: number[]; full_name_cont?: string }>({
        anyOf: [Name, InputObject({ id_eq: Type.Optional(Id), id_in: Type.Optional(Type.Array(Id, { maxItems: 100 })), full_name_cont: Type.Optional(Name) })],
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
  summary: 'List a patient’s care team, main contacts first',
  query: UserId,
  reply: Items(CarePerson),
  example: { query: { user_id: 1 } },
})
