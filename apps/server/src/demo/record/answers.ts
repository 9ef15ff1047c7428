import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { lifestyle_categories, lifestyles } from '../../domains/lifestyle/tables.ts'
import type { symptom_categories, symptoms } from '../../domains/symptom/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'

type HabitQuestion = typeof lifestyle_categories.$inferSelect
type Symptom = typeof symptom_categories.$inferSelect

/** Patients with an index below this have a long history. */
const longHistories = 40
/** Days before today on which 佐伯 answered, newest first. */
const saekiDays = [11, 140, 225, 402, 537, 720, 905, 1090, 1275, 1460]

/** 佐伯’s answers, newest first; answers older than those listed repeat the last one. */
const saekiAnswers: Record<string, readonly number[]> = {
  breakfast_skip: [1, 1, 0, 1, 2],
  vegetable_shortage: [0, 0, 1, 0, 1],
  late_dinner: [2, 2, 3, 1, 0],
  salty_food: [1, 1, 1, 2, 2],
  alcohol: [1, 1, 1, 2, 2],
  alcohol_amount: [0, 0, 0, 1, 1],
  smoking: [0],
  coffee: [0, 0, 0, 1, 1],
  sitting_long: [1, 1, 1, 1, 2],
  sleep_time: [5.9, 6.1, 6.4, 6.2, 6.8],
  bluelight_before_sleep: [1, 1, 1, 0, 1],
  unrefreshed_sleep: [1, 1, 0, 0, 0],
  walking: [1],
  running: [0, 0, 1, 1, 0],
  stretching: [1, 1, 1, 0, 0],
  sauna: [1, 0, 0, 1, 0],
  reading: [1],
  snore: [1, 1, 0, 0, 0],
  stiff_shoulder: [1],
  eye_strain: [1, 1, 1, 1, 0],
  backpain: [0, 1, 1, 0, 0],
  fatigue: [1, 1, 0, 0, 1],
  cold_sensitivity: [1, 1, 1, 1, 1],
  hot_flash: [0, 0, 0, 1, 1],
  insomnia: [1, 0, 0, 0, 0],
  skin_type: [3],
}

export const hasHistory = ({ index, edgeCase }: DemoPatient) => edgeCase === 'abnormal' || (index < longHistories && edgeCase === undefined)

/** Times of the questionnaires, newest first: two or three a year. */
const occasionsOf = ({ index, edgeCase }: DemoPatient, today: string): string[] => {
  const r = randomOf('questionnaires', index)
  const last = r.between(2, 120)
  const days =
    index === 0 ? saekiDays : edgeCase === 'abnormal' ? [9, 190] : Array.from({ length: r.between(6, 8) }, (_, at) => last + at * 183 + r.between(-20, 20))
  return days
    .filter((daysAgo) => daysAgo > 0)
    .map((daysAgo) => new Date(tokyoStartOfDay(addDays(today, -daysAgo)).getTime() + r.between(8 * 60, 21 * 60) * 60_000).toISOString())
}

const steady = new Set(['smoking', 'heated_tobacco', 'skin_type'])

/** A person's answers to one question, newest first: the usual value with occasional deviations. */
const answersTo = (patient: DemoPatient, name: string, typical: number, otherValues: readonly number[], count: number): number[] => {
  const r = randomOf(`answer ${name}`, patient.index)
  return Array.from({ length: count }, () => (!steady.has(name) && otherValues.length && r.chance(0.12) ? r.pick(otherValues) : typical))
}

const lifestyleAnswers = (patient: DemoPatient, { name, value_type, options, rule }: HabitQuestion, count: number): number[] => {
  const r = randomOf(`habit ${name}`, patient.index)
  const isWorst = patient.edgeCase === 'abnormal'
  if (value_type === 'number') return Array.from({ length: count }, () => (isWorst ? 3 : Math.round((6.4 + r.normal() * 0.7) * 10) / 10))
  if (value_type === 'boolean') {
    const isNeutral = rule.kind === 'important_if'
    return answersTo(patient, name, isWorst && !isNeutral ? 1 : Number(r.chance(isNeutral ? 0.28 : 0.22)), isWorst ? [] : [0, 1], count)
  }
  const values = options.map(({ value }) => value)
  const typical = isWorst ? values.at(-1)! : r.chance(0.68) ? values[0]! : r.pick(values.slice(1))
  return answersTo(patient, name, typical, isWorst ? [] : values.slice(0, 3), count)
}

const symptomAnswers = (patient: DemoPatient, { name, value_type, applicable_sex, red_flag }: Symptom, count: number): (number | undefined)[] => {
  const r = randomOf(`symptom ${name}`, patient.index)
  if (applicable_sex !== 'any' && applicable_sex !== patient.sex) return Array(count).fill(undefined)
  if (value_type !== 'boolean') return answersTo(patient, name, r.between(2, 4), [], count)
  if (patient.edgeCase === 'abnormal') return Array(count).fill(1)
  const hasSymptom = r.chance(red_flag ? 0.01 : 0.13)
  return Array.from({ length: count }, () => Number(hasSymptom ? r.chance(0.75) : r.chance(red_flag ? 0.002 : 0.03)))
}

type Rows<Row> = Row[]

/** Generates a patient's answers to their questionnaires. */
export const answersFor = (
  patient: DemoPatient,
  catalogue: { lifestyles: HabitQuestion[]; symptoms: Symptom[] },
  today: string,
): { lifestyles: Rows<typeof lifestyles.$inferInsert>; symptoms: Rows<typeof symptoms.$inferInsert> } => {
  if (!hasHistory(patient)) return { lifestyles: [], symptoms: [] }
  const moments = occasionsOf(patient, today)
  const answersOfSaeki = (name: string) => (patient.index === 0 ? saekiAnswers[name] : undefined)
  const rowsOf = (category: { id: number; name: string }, answers: (number | undefined)[]) =>
    moments.flatMap((answered_at, at) => {
      const fixedAnswers = answersOfSaeki(category.name)
      const value = fixedAnswers ? fixedAnswers[Math.min(at, fixedAnswers.length - 1)] : answers[at]
      return value === undefined ? [] : [{ user_id: patient.id, category_id: category.id, answered_at, value, created_at: answered_at }]
    })
  return {
    lifestyles: catalogue.lifestyles.flatMap((category) => rowsOf(category, lifestyleAnswers(patient, category, moments.length))),
    symptoms: catalogue.symptoms.flatMap((category) => rowsOf(category, symptomAnswers(patient, category, moments.length))),
  }
}
