import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { DiseaseDialog } from '../../domains/assessment/disease/DiseaseDialog.tsx'
import { useAssessmentFacts } from '../summary/use-facts.ts'

type Props = {
  user_id: number
  patient: Parameters<typeof useAssessmentFacts>[1]
  assessment: Assessment
  assessments: Assessment[]
  onClose: () => void
}

/** Disease dialog of a result, opened from the database page. */
export function RelatedDisease({ user_id, patient, assessment, assessments, onClose }: Props) {
  const facts = useAssessmentFacts(user_id, patient)
  return <DiseaseDialog assessment={assessment} facts={facts} assessments={assessments} onClose={onClose} />
}
