import Type, { type Static, type TArray, type TOptional } from 'typebox'
import { careRoles } from '../access.ts'
import { Assessment } from '../care/assessment.ts'
import { HabitGoal } from '../care/habit.ts'
import { Interview } from '../care/interview.ts'
import { Karte } from '../care/karte.ts'
import { endpoint, Id, Include, InputObject, Items, OneOf, Page, Paged, UserId } from '../endpoint.ts'
import { Step } from '../record/activity.ts'
import { AnyTestResult, TestPackage } from '../record/checkup.ts'
import { AllergyReaction, FamilyPastIllness, PastIllness } from '../record/illness.ts'
import { Lifestyle } from '../record/lifestyle.ts'
import { MedicineIntake, SupplementIntake } from '../record/medication.ts'
import { Questionnaire } from '../record/questionnaire.ts'
import { HealthScore } from '../record/score.ts'
import { Symptom } from '../record/symptom.ts'
import { Person, User } from './account.ts'
import { Contract } from './contract.ts'

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

const lists = {
  allergy_reactions: AllergyReaction,
  assessments: Assessment,
  care_people: CarePerson,
  contracts: Contract,
  family_past_illnesses: FamilyPastIllness,
  habit_goals: HabitGoal,
  health_scores: HealthScore,
  interviews: Interview,
  kartes: Karte,
  lifestyles: Lifestyle,
  medicine_intakes: MedicineIntake,
  past_illnesses: PastIllness,
  questionnaires: Questionnaire,
  steps: Step,
  supplement_intakes: SupplementIntake,
  symptoms: Symptom,
  test_packages: TestPackage,
  test_results: AnyTestResult,
}
export type PatientList = keyof typeof lists
type Lists = { [L in PatientList]: TOptional<TArray<(typeof lists)[L]>> }
const optionalLists = Object.fromEntries(Object.entries(lists).map(([name, item]) => [name, Type.Optional(Type.Array(item))])) as Lists

export type Patient = Static<typeof Patient>
/** A list of the patient is present only if the call includes it. */
export const Patient = Type.Object({ ...User.properties, ...optionalLists })

const Name = Type.String({ maxLength: 100 })

export const listPatients = endpoint({
  method: 'GET',
  path: '/api/users/patients',
  listsPatients: true,
  permission: 'patient.read',
  summary: 'List accessible patients, sorted by kana',
  description:
    '`role=main_doctor` selects patients whose main doctor is the caller. With `q[id_eq]` or `q[id_in][]`, patients outside the caller’s scope are omitted. `q` as a string searches names like `q[full_name_cont]`. Included lists need the permission of their own calls and hold their first 100 entries, `kartes` 25; `health_scores`, `lifestyles`, `symptoms` and `test_results` hold the newest entry of each category, in the order of the catalogue.',
  query: InputObject({
    include: Include(...(Object.keys(lists) as PatientList[])),
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
