import type { CodeableConcept, Observation, Quantity } from '@medplum/fhirtypes'
import { isDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Bands } from '@sukoyaka/wire/record/checkup'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { type BaseRow, code, coded, codeIn, hl7Concept, iso, jlac10Systems, metaOf, observationCategory, patientOf, referenceTo, systems } from './coding.ts'

export type CategoryRow = {
  category: string
  category_ja: string
  group: string
  unit: string
  unit_display: string
  decimals: number
  value_labels: string[] | null
  loinc: string | null
  jlac10: string | null
}
export type ResultRow = BaseRow &
  CategoryRow & {
    value: number
    comparator: Comparator | null
    status: 0 | 1 | 2 | null
    is_serious: boolean
    is_derived: boolean
    range: Pick<Bands, 'healthy'> | null
    origin: string
    test_package_id: string | null
    is_released: boolean
  }

/** FHIR category and JP Core profile by group of results. Groups not listed are laboratory results. */
const groups: Record<string, { category: string; profile: string }> = {
  body: { category: 'body-measurement', profile: 'Observation_BodyMeasurement' },
  blood_pressure: { category: 'vital-signs', profile: 'Observation_VitalSigns' },
  lung: { category: 'exam', profile: 'Observation_PhysicalExam' },
  bone: { category: 'exam', profile: 'Observation_PhysicalExam' },
  eye: { category: 'exam', profile: 'Observation_PhysicalExam' },
  hearing: { category: 'exam', profile: 'Observation_PhysicalExam' },
  cardiovascular: { category: 'exam', profile: 'Observation_PhysicalExam' },
  fitness: { category: 'exam', profile: 'Observation_PhysicalExam' },
  sleep: { category: 'exam', profile: 'Observation_PhysicalExam' },
}
const laboratory = { category: 'laboratory', profile: 'Observation_LabResult' }
/** The listed groups with this FHIR category, for the search. */
export const groupsOf = (category: string): string[] => Object.keys(groups).filter((group) => groups[group]!.category === category)
export const groupsNotLaboratory = Object.keys(groups)

const quantity = (value: number, { unit, unit_display }: Pick<CategoryRow, 'unit' | 'unit_display'>, comparator?: Comparator | null): Quantity => ({
  value,
  ...(comparator && { comparator }),
  ...((unit_display || unit) && { unit: unit_display || unit }),
  ...(unit && { system: systems.ucum, code: unit }),
})

/** The healthy band as it is printed: the upper end is the last value within. */
const referenceRangeOf = (row: ResultRow): Observation['referenceRange'] => {
  const { healthy } = row.range ?? {}
  if (!healthy || row.value_labels || (healthy.min === null && healthy.max === null)) return undefined
  const high = healthy.max === null ? null : Number((healthy.max - 10 ** -row.decimals).toFixed(row.decimals))
  return [
    {
      ...(healthy.min !== null && { low: quantity(healthy.min, row) }),
      ...(high !== null && { high: quantity(high, row) }),
      type: hl7Concept('referencerange-meaning', 'normal'),
    },
  ]
}

/**
 * The stored judgement: normal (N), below (L) or above (H) the healthy band, or abnormal (A) if there is no direction; LL, HH and AA for critical values,
 * which may be without a judgement. Undefined for other results without a judgement.
 */
const interpretationOf = ({ status, value, range, is_serious, value_labels }: ResultRow): CodeableConcept[] | undefined => {
  if (status === null && !is_serious) return undefined
  const concept = (letters: string) => [hl7Concept('v3-ObservationInterpretation', letters)]
  if (status === 0 && !is_serious) return concept('N')
  const { min = null, max = null } = range?.healthy ?? {}
  if (!value_labels && min !== null && value < min) return concept(is_serious ? 'LL' : 'L')
  if (!value_labels && max !== null && value >= max) return concept(is_serious ? 'HH' : 'H')
  return concept(is_serious ? 'AA' : 'A')
}

/** A numeric or qualitative result, of a checkup or not. */
export const toResultObservation = (row: ResultRow): Observation => {
  const { category, profile } = groups[row.group] ?? laboratory
  const label = row.value_labels?.[row.value]
  const interpretation = interpretationOf(row)
  const referenceRange = referenceRangeOf(row)
  return {
    resourceType: 'Observation',
    id: `result-${row.id}`,
    meta: metaOf(row, profile),
    status: row.is_released ? 'final' : 'preliminary',
    category: observationCategory(category),
    code: coded(row.category_ja, [code(systems.loinc, row.loinc), code(systems.jlac10, row.jlac10), code(systems.result, row.category, row.category_ja)]),
    subject: patientOf(row),
    effectiveDateTime: iso(row.at),
    ...(label === undefined ? { valueQuantity: quantity(row.value, row, row.comparator) } : { valueCodeableConcept: { text: label } }),
    ...(interpretation && { interpretation }),
    ...(referenceRange && { referenceRange }),
    ...(row.origin && { performer: [{ display: row.origin }] }),
    ...(row.is_derived && { method: { text: '計算値' } }),
  }
}

export type StepsRow = BaseRow & { measured_on: string; count: number; origin: string }

export const toStepsObservation = (row: StepsRow): Observation => ({
  resourceType: 'Observation',
  id: `steps-${row.id}`,
  meta: metaOf(row, 'Observation_Common'),
  status: 'final',
  category: observationCategory('activity'),
  code: coded('歩数', [code(systems.loinc, '41950-7', 'Number of steps in 24 hour Measured')]),
  subject: patientOf(row),
  effectiveDateTime: row.measured_on,
  valueQuantity: { value: row.count, unit: '歩', system: systems.ucum, code: '{steps}' },
  ...(row.origin && { device: { display: row.origin } }),
})

export type SleepRow = BaseRow & { started_at: string; ended_at: string; minutes: number; origin: string }

export const toSleepObservation = (row: SleepRow): Observation => ({
  resourceType: 'Observation',
  id: `sleep-${row.id}`,
  meta: metaOf(row, 'Observation_Common'),
  status: 'final',
  category: observationCategory('activity'),
  code: coded('睡眠時間', [code(systems.loinc, '93832-4', 'Sleep duration')]),
  subject: patientOf(row),
  effectivePeriod: { start: iso(row.started_at), end: iso(row.ended_at) },
  valueQuantity: { value: row.minutes, unit: '分', system: systems.ucum, code: 'min' },
  ...(row.origin && { device: { display: row.origin } }),
})

export type NoteRow = BaseRow & { category: string; category_ja: string; text: string }

/** A note of the patient, such as one on symptoms; a photo without text has no value. Health records of numbers are results. */
export const toNoteObservation = (row: NoteRow): Observation => ({
  resourceType: 'Observation',
  id: `note-${row.id}`,
  meta: metaOf(row, 'Observation_Common'),
  status: 'final',
  category: observationCategory('survey'),
  code: coded(row.category_ja, [code(systems.note, row.category, row.category_ja)]),
  subject: patientOf(row),
  effectiveDateTime: iso(row.at),
  ...(row.text ? { valueString: row.text } : { dataAbsentReason: hl7Concept('data-absent-reason', 'unsupported') }),
  performer: [patientOf(row)],
})

export type AnswerRow = BaseRow & {
  category: string
  category_ja: string
  jlac10?: string | null
  value_type: 'scale' | 'boolean' | 'number'
  unit?: string
  options: { value: number; label_ja: string }[]
  value: number
  questionnaire_id: string | null
}

const answerOf = ({ value, value_type, options, unit }: AnswerRow): Partial<Observation> => {
  if (value_type === 'boolean') return { valueBoolean: value !== 0 }
  const option = options.find((item) => item.value === value)
  if (option) return { valueCodeableConcept: { text: option.label_ja } }
  return { valueQuantity: { value, ...(unit && { unit, system: systems.ucum, code: unit }) } }
}

const toAnswer = (row: AnswerRow, prefix: string, system: string, category: string, profile: string): Observation => ({
  resourceType: 'Observation',
  id: `${prefix}-${row.id}`,
  meta: metaOf(row, profile),
  status: 'final',
  category: observationCategory(category),
  code: coded(row.category_ja, [code(systems.jlac10, row.jlac10), code(system, row.category, row.category_ja)]),
  subject: patientOf(row),
  effectiveDateTime: iso(row.at),
  ...answerOf(row),
  ...(row.questionnaire_id && { derivedFrom: [referenceTo('QuestionnaireResponse', row.questionnaire_id)] }),
})

export const toLifestyleObservation = (row: AnswerRow): Observation =>
  toAnswer(row, 'lifestyle', systems.lifestyle, 'social-history', 'Observation_SocialHistory')
export const toSymptomObservation = (row: AnswerRow): Observation => toAnswer(row, 'symptom', systems.symptom, 'survey', 'Observation_Common')

export type ReadResult = {
  codes: { own: string | undefined; loinc: string | undefined; jlac10: string | undefined }
  text: string
  recorded_at: string
  /** The observation names a day without a time. */
  isDay: boolean
  value: number | undefined
  comparator: Comparator | null
  unit: string | undefined
  /** The label of a qualitative result. */
  label: string | undefined
}
export type ResultReason = 'entered_in_error' | 'not_final' | 'without_date' | 'without_value'

/** The instant of a day or date-time; undefined for anything else, such as a month. A day without a time is its start in Tokyo, as in provider files. */
export const instantOf = (moment: string): string | undefined => {
  const day = moment.slice(0, 10)
  if (!isDay(day)) return undefined
  if (moment === day) return tokyoStartOfDay(day).toISOString()
  return moment[10] === 'T' && !Number.isNaN(Date.parse(moment)) ? new Date(moment).toISOString() : undefined
}

/** A result, or why it cannot be one. */
export const readObservation = (observation: Observation): ReadResult | { reason: ResultReason } => {
  const { status, effectiveDateTime, effectivePeriod, effectiveInstant, valueQuantity, valueInteger, valueCodeableConcept, valueString } = observation
  if (status === 'entered-in-error' || status === 'cancelled') return { reason: 'entered_in_error' }
  if (status === 'registered') return { reason: 'not_final' }
  const moment = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? ''
  const recorded_at = instantOf(moment)
  if (recorded_at === undefined) return { reason: 'without_date' }
  const label = valueCodeableConcept?.text ?? valueCodeableConcept?.coding?.[0]?.display ?? valueString
  const value = valueQuantity?.value ?? valueInteger
  if (value === undefined && label === undefined) return { reason: 'without_value' }
  return {
    codes: {
      own: codeIn(observation.code, [systems.result]),
      loinc: codeIn(observation.code, [systems.loinc]),
      jlac10: codeIn(observation.code, jlac10Systems),
    },
    text: observation.code.text ?? observation.code.coding?.[0]?.display ?? '',
    recorded_at,
    isDay: isDay(moment),
    value,
    comparator: valueQuantity?.comparator ?? null,
    unit: valueQuantity?.code ?? valueQuantity?.unit,
    label: value === undefined ? label : undefined,
  }
}
