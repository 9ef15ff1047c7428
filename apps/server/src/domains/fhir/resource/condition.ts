import type { Age, Condition, Period, Range } from '@medplum/fhirtypes'
import { type BaseRow, code, coded, codeIn, hl7Concept, icd10Systems, metaOf, noteOf, patientOf, systems } from './coding.ts'
import { wordsOf } from './dosage-text.ts'

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
  /** Whether the condition says that the person has the illness now. */
  isActive: boolean
}

/** The day, month or year at the beginning of a date or instant; null without one. */
export const partialDay = (date: string | undefined): string | null => /^\d{4}(-\d\d(-\d\d)?)?/.exec(date ?? '')?.[0] ?? null

const dayAlone = /^\d{4}(-\d\d(-\d\d)?)?$/
const ageText = ({ value, unit, code: unitCode = 'a' }: Age) => `${value}${unit ?? (unitCode === 'a' ? '歳' : wordsOf(unitCode))}`

type Times = { date: string | undefined; text: string | undefined; age: Age | undefined; range: Range | undefined; period: Period | undefined }

/** A time as a day, month or year, else in the words of the resource. */
export const timeOf = ({ date = '', text = '', age, range, period }: Times): { day: string | null; words: string } => {
  const day = partialDay(date) ?? (dayAlone.test(text) ? text : null)
  return { day, words: day ? '' : text || (age && ageText(age)) || wordsOf(range ?? period) }
}

const activeStatuses = ['active', 'recurrence', 'relapse']
const endedNames = new Map([
  ['remission', '寛解'],
  ['inactive', '症状なし'],
])

/** The end of an illness in words, if the record has no field for it: on an unknown day or one given in words, or in another way than recovery. */
const endingOf = (status: string, { day, words }: ReturnType<typeof timeOf>): string => {
  const hasEnded = ['resolved', 'remission', 'inactive'].includes(status)
  const name = endedNames.get(status) ?? '治癒'
  if (words) return `${name}: ${words}`
  return !hasEnded || (day && status === 'resolved') ? '' : day ? name : `${name}（日付不明）`
}

/** A condition as an illness, or why it is none. What the record has no field for is kept as text in the detail. */
export const readCondition = (condition: Condition): ReadIllness | { reason: 'not_confirmed' | 'entered_in_error' } => {
  const status = condition.verificationStatus?.coding?.[0]?.code
  if (status === 'entered-in-error') return { reason: 'entered_in_error' }
  if (status && status !== 'confirmed') return { reason: 'not_confirmed' }
  const { onsetDateTime, onsetString, onsetAge, onsetRange, onsetPeriod } = condition
  const { abatementDateTime, abatementString, abatementAge, abatementRange, abatementPeriod } = condition
  const clinical = condition.clinicalStatus?.coding?.[0]?.code ?? ''
  const onset = timeOf({ date: onsetDateTime ?? onsetPeriod?.start, text: onsetString, age: onsetAge, range: onsetRange, period: onsetPeriod })
  const end = timeOf({
    date: abatementDateTime ?? abatementPeriod?.end,
    text: abatementString,
    age: abatementAge,
    range: abatementRange,
    period: abatementPeriod,
  })
  const notes = (condition.note ?? []).map(({ text }) => text)
  return {
    disease: codeIn(condition.code, [systems.disease]),
    icd10: codeIn(condition.code, icd10Systems),
    text: condition.code?.text ?? condition.code?.coding?.[0]?.display ?? '',
    diagnosed_on: onset.day,
    recovered_on: end.day,
    detail: [...notes, onset.words && `発症: ${onset.words}`, endingOf(clinical, end)].filter(Boolean).join('\n'),
    isActive: activeStatuses.includes(clinical),
  }
}
