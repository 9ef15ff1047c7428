import type { Condition } from '@medplum/fhirtypes'
import { type BaseRow, code, coded, codeIn, hl7Concept, icd10Systems, metaOf, noteOf, patientOf, systems } from './coding.ts'

export type DiseaseRow = { disease: string | null; disease_ja: string; icd10: string | null }
export type IllnessRow = BaseRow & DiseaseRow & { diagnosed_on: string | null; recovered_on: string | null; detail: string }
export type AssessmentRow = BaseRow & DiseaseRow & { kind: 'problem' | 'suspect' | 'high_risk'; memo: string; conducted_on: string; solved_on: string | null }

export const diseaseConcept = ({ disease, disease_ja, icd10 }: DiseaseRow) =>
  coded(disease_ja, [code(systems.disease, disease, disease_ja), code(systems.icd10, icd10)])

/** An illness of the past, or one the person still has. */
export const toIllnessCondition = (row: IllnessRow): Condition => ({
  resourceType: 'Condition',
  id: `illness-${row.id}`,
  meta: metaOf(row, 'Condition'),
  clinicalStatus: hl7Concept('condition-clinical', row.recovered_on ? 'resolved' : 'active'),
  verificationStatus: hl7Concept('condition-ver-status', 'confirmed'),
  category: [hl7Concept('condition-category', 'problem-list-item')],
  code: diseaseConcept(row),
  subject: patientOf(row),
  ...(row.diagnosed_on && { onsetDateTime: row.diagnosed_on }),
  ...(row.recovered_on && { abatementDateTime: row.recovered_on }),
  ...noteOf(row.detail),
})

const verifications = { problem: 'confirmed', suspect: 'differential', high_risk: 'provisional' } as const

/** What staff found: a problem, a suspicion or a high risk. */
export const toAssessmentCondition = (row: AssessmentRow): Condition => ({
  resourceType: 'Condition',
  id: `assessment-${row.id}`,
  meta: metaOf(row, 'Condition'),
  clinicalStatus: hl7Concept('condition-clinical', row.solved_on ? 'resolved' : 'active'),
  verificationStatus: hl7Concept('condition-ver-status', verifications[row.kind]),
  category: [hl7Concept('condition-category', 'encounter-diagnosis')],
  code: diseaseConcept(row),
  subject: patientOf(row),
  recordedDate: row.conducted_on,
  ...(row.solved_on && { abatementDateTime: row.solved_on }),
  ...noteOf(row.memo),
})

export type ReadIllness = {
  disease: string | undefined
  icd10: string | undefined
  text: string
  diagnosed_on: string | null
  recovered_on: string | null
  detail: string
}

/** The day, month or year at the beginning of a date or instant; null without one. */
export const partialDay = (date: string | undefined): string | null => /^\d{4}(-\d\d(-\d\d)?)?/.exec(date ?? '')?.[0] ?? null

/** A condition as an illness, or why it is none. */
export const readCondition = (condition: Condition): ReadIllness | { reason: 'not_confirmed' | 'entered_in_error' } => {
  const status = condition.verificationStatus?.coding?.[0]?.code
  if (status === 'entered-in-error') return { reason: 'entered_in_error' }
  if (status && status !== 'confirmed') return { reason: 'not_confirmed' }
  return {
    disease: codeIn(condition.code, [systems.disease]),
    icd10: codeIn(condition.code, icd10Systems),
    text: condition.code?.text ?? condition.code?.coding?.[0]?.display ?? '',
    diagnosed_on: partialDay(condition.onsetDateTime ?? condition.onsetPeriod?.start),
    recovered_on: partialDay(condition.abatementDateTime ?? condition.abatementPeriod?.end),
    detail: (condition.note ?? []).map(({ text }) => text).join('\n'),
  }
}
