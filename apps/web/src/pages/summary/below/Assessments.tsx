import type { Patient } from '@sukoyaka/wire/people/patient'
import { AssessmentsCard } from '../../../domains/assessment/AssessmentsCard.tsx'
import { useAssessmentFacts } from '../use-facts.ts'

/** A patient’s assessments, with facts from other domains (`useAssessmentFacts`). */
export function Assessments({ patient }: { patient: Patient }) {
  return <AssessmentsCard user_id={patient.id} facts={useAssessmentFacts(patient.id, patient)} />
}
