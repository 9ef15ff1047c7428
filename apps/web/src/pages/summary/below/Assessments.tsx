import type { Patient } from '@sukoyaka/wire/people/patient'
import { AssessmentsCard } from '../../../domains/assessment/AssessmentsCard.tsx'
import { useFacts } from '../use-facts.ts'

/** A patient’s assessments, with facts from other domains (`useFacts`). */
export function Assessments({ patient }: { patient: Patient }) {
  return <AssessmentsCard user_id={patient.id} facts={useFacts(patient.id, patient)} />
}
