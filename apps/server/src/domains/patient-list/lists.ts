import type { Language } from '@sukoyaka/phrases/language'
import type { Permission } from '@sukoyaka/wire/access'
import { listAssessments } from '@sukoyaka/wire/care/assessment'
import { listHabitGoals } from '@sukoyaka/wire/care/habit'
import { listInterviews } from '@sukoyaka/wire/care/interview'
import { listKartes } from '@sukoyaka/wire/care/karte'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { listContracts } from '@sukoyaka/wire/people/contract'
import { listCarePeople, type Patient, type PatientList } from '@sukoyaka/wire/people/patient'
import { listSteps } from '@sukoyaka/wire/record/activity'
import { listTestPackages, listTestResults } from '@sukoyaka/wire/record/checkup'
import { listAllergyReactions, listFamilyPastIllnesses, listPastIllnesses } from '@sukoyaka/wire/record/illness'
import { listLifestyles } from '@sukoyaka/wire/record/lifestyle'
import { listMedicineIntakes, listSupplementIntakes } from '@sukoyaka/wire/record/medication'
import { listQuestionnaires } from '@sukoyaka/wire/record/questionnaire'
import { listHealthScores } from '@sukoyaka/wire/record/score'
import { listSymptoms } from '@sukoyaka/wire/record/symptom'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { stepsOfAll } from '../activity/store.ts'
import { assessmentsOfAll } from '../assessment/store.ts'
import { testPackagesOfAll } from '../checkup/package-store.ts'
import { newestResultsOfAll } from '../checkup/store.ts'
import { contractsOf } from '../contract/store.ts'
import { habitGoalsOfAll } from '../habit/store.ts'
import { familyIllnessesOfAll, pastIllnessesOfAll } from '../illness/past-store.ts'
import { allergiesOfAll } from '../illness/store.ts'
import { newestImageResultsOfAll } from '../imaging/read-store.ts'
import { interviewsOfAll } from '../interview/store.ts'
import { kartesOfAll } from '../karte/store.ts'
import { newestLifestylesOfAll } from '../lifestyle/store.ts'
import { medicineIntakesOfAll, supplementIntakesOfAll } from '../medication/store.ts'
import { careTeamsOf } from '../patient/store.ts'
import { questionnairesOfAll } from '../questionnaire/store.ts'
import { newestScoresOfAll } from '../score/store.ts'
import { newestSymptomsOfAll } from '../symptom/store.ts'

export type PatientListReader = { scope: PatientScope; language: Language; now: string; today: string; urlOf: FileUrlOf }
type List<L extends PatientList> = {
  /** The call that lists such rows for one patient: its permission is required, and the read is logged as this call. */
  endpoint: Endpoint & { method: 'GET'; permission: Permission }
  read: (reader: PatientListReader, ids: number[]) => Promise<NonNullable<Patient[L]>>
}

/** The lists that can be included when patients are read. */
export const patientLists: { [L in PatientList]: List<L> } = {
  allergy_reactions: { endpoint: listAllergyReactions, read: ({ scope }, ids) => allergiesOfAll(scope, ids) },
  assessments: { endpoint: listAssessments, read: ({ scope }, ids) => assessmentsOfAll(scope, ids) },
  care_people: { endpoint: listCarePeople, read: ({ scope }, ids) => careTeamsOf(scope, ids) },
  contracts: { endpoint: listContracts, read: ({ scope, ...reader }, ids) => contractsOf(scope, { user_ids: ids, include: ['plan'] }, reader) },
  family_past_illnesses: { endpoint: listFamilyPastIllnesses, read: ({ scope }, ids) => familyIllnessesOfAll(scope, ids) },
  habit_goals: { endpoint: listHabitGoals, read: ({ scope, ...options }, ids) => habitGoalsOfAll(scope, ids, options) },
  health_scores: { endpoint: listHealthScores, read: ({ scope, language }, ids) => newestScoresOfAll(scope, ids, language) },
  interviews: { endpoint: listInterviews, read: ({ scope, ...reader }, ids) => interviewsOfAll(scope, ids, reader) },
  kartes: { endpoint: listKartes, read: ({ scope, urlOf }, ids) => kartesOfAll(scope, ids, urlOf) },
  lifestyles: { endpoint: listLifestyles, read: ({ scope }, ids) => newestLifestylesOfAll(scope, ids) },
  medicine_intakes: { endpoint: listMedicineIntakes, read: ({ scope }, ids) => medicineIntakesOfAll(scope, ids) },
  past_illnesses: { endpoint: listPastIllnesses, read: ({ scope }, ids) => pastIllnessesOfAll(scope, ids) },
  questionnaires: { endpoint: listQuestionnaires, read: ({ scope }, ids) => questionnairesOfAll(scope, ids) },
  steps: { endpoint: listSteps, read: ({ scope }, ids) => stepsOfAll(scope, ids) },
  supplement_intakes: { endpoint: listSupplementIntakes, read: ({ scope }, ids) => supplementIntakesOfAll(scope, ids) },
  symptoms: { endpoint: listSymptoms, read: ({ scope }, ids) => newestSymptomsOfAll(scope, ids) },
  test_packages: { endpoint: listTestPackages, read: ({ scope, language }, ids) => testPackagesOfAll(scope, ids, language) },
  test_results: {
    endpoint: listTestResults,
    read: async ({ scope, ...reader }, ids) => [...(await newestResultsOfAll(scope, ids)), ...(await newestImageResultsOfAll(scope, ids, reader))],
  },
}
