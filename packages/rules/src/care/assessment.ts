import type { Assessment, Disease } from '@sukoyaka/wire/care/assessment'
import { ageOn } from '../person.ts'

type AssessmentRow = Pick<Assessment, 'id' | 'disease_id' | 'kind' | 'conducted_on' | 'solved_on'>

/** An assessment is solved once `solved_on` is set, even if that is today. */
export const isSolved = ({ solved_on }: Pick<Assessment, 'solved_on'>): boolean => solved_on !== null

const newestFirst = (a: AssessmentRow, b: AssessmentRow) => b.conducted_on.localeCompare(a.conducted_on) || b.id - a.id

/**
 * Assessments to list and count, newest first; solved ones by the day they were solved. `suspect` counts as high risk. An open problem suppresses the high
 * risks of the same disease: they are neither counted nor listed, so that the count equals the number of rows.
 */
export const openAndSolved = <A extends AssessmentRow>(assessments: readonly A[]): { problems: A[]; risks: A[]; solved: A[] } => {
  const open = assessments.filter((assessment) => !isSolved(assessment)).sort(newestFirst)
  const problems = open.filter(({ kind }) => kind === 'problem')
  const problemDiseaseIds = new Set(problems.map(({ disease_id }) => disease_id))
  return {
    problems,
    risks: open.filter(({ kind, disease_id }) => kind !== 'problem' && !problemDiseaseIds.has(disease_id)),
    solved: assessments.filter(isSolved).sort((a, b) => b.solved_on!.localeCompare(a.solved_on!) || newestFirst(a, b)),
  }
}

/** `family_disease_ids`: the recorded diseases of relatives. */
type PatientFacts = {
  birthday: string | null
  sex: 'male' | 'female' | null
  problem_disease_ids: ReadonlySet<number>
  family_disease_ids: ReadonlySet<number>
}
type Risk = NonNullable<Disease['disease_risks']>[number]

/**
 * Whether a risk factor is known to apply on a Tokyo day: age, sex, a disease with an open problem, or a disease that a relative is recorded to have. Factors
 * of other types or without data do not apply.
 */
export const isKnownToApply = (risk: Risk, { birthday, sex, problem_disease_ids, family_disease_ids }: PatientFacts, day: string): boolean => {
  if (risk.type === 'age') return birthday !== null && risk.min_age !== null && ageOn(birthday, day) >= risk.min_age
  if (risk.type === 'sex') return sex !== null && risk.sex === sex
  if (risk.id === null) return false
  return (risk.type === 'disease' && problem_disease_ids.has(risk.id)) || (risk.type === 'family_history' && family_disease_ids.has(risk.id))
}
