import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { ScoreRank, scoreComponentTypes } from '@sukoyaka/wire/record/score'

type ComponentType = (typeof scoreComponentTypes)[number]
export type ScoreComponent = { type: ComponentType; name: string | null; weight: number }
/** Value of a component: the status, the answer of a symptom, or the mean of daily steps. */
export type ScoreValue = { type: ComponentType; name: string | null; status: ResultStatus | null; value: number }
export type Score = { point: number | null; rank: ScoreRank | null }

/** Min share of the weight that must be known for a score; a test compares it with health_score_categories.json. */
export const minCoverage = 0.5
/** Max age in days of the values that count. Steps use the last `scoreStepDays` recorded days before the day of the score, however old: the running day is incomplete. */
export const maxAgeDays = { numeric_test_result_category: 400, lifestyle_category: 400, symptom_category: 180 }
export const scoreStepDays = 14
/**
 * Home blood pressure counts as the mean of the readings of the last days up to the newest. Single readings vary; the guideline judges the mean of seven
 * days, or of at least five (日本高血圧学会 高血圧治療ガイドライン 2019, 2章).
 */
export const averagedResults: readonly string[] = ['home_systolic_blood_pressure', 'home_diastolic_blood_pressure']
export const averagedDays = 7

const pointOfResult = { [resultStatus.healthy]: 100, [resultStatus.warning]: 65, [resultStatus.unhealthy]: 25 }
const pointOfLifestyle = { [resultStatus.healthy]: 100, [resultStatus.warning]: undefined, [resultStatus.unhealthy]: 30 }
const pointOfSymptom: Record<number, number> = { 0: 100, 1: 30 }
const stepPoints: readonly (readonly [steps: number, point: number])[] = [
  [0, 0],
  [3000, 40],
  [6000, 80],
  [8000, 100],
]

/** Linear interpolation between the pairs; constant above the last one. */
const pointOfSteps = (mean: number) => {
  const upperIndex = stepPoints.findIndex(([steps]) => mean < steps)
  if (upperIndex === -1) return stepPoints.at(-1)![1]
  const [from, low] = stepPoints[Math.max(0, upperIndex - 1)]!
  const [to, high] = stepPoints[upperIndex]!
  return to === from ? high : low + ((high - low) * (mean - from)) / (to - from)
}

/** 0 to 100; undefined for a value without points, such as a result without a status. */
export const componentPoint = ({ type, status, value }: Omit<ScoreValue, 'name'>): number | undefined => {
  if (type === 'step') return pointOfSteps(value)
  if (type === 'symptom_category') return pointOfSymptom[value]
  if (status === null) return undefined
  return type === 'lifestyle_category' ? pointOfLifestyle[status] : pointOfResult[status]
}

const minPoints: readonly (readonly [ScoreRank, number])[] = [
  ['A', 90],
  ['B', 75],
  ['C', 60],
  ['D', 40],
  ['E', 0],
]
export const rankOf = (point: number): ScoreRank => minPoints.find(([, minPoint]) => point >= minPoint)![0]

/** Weighted mean, half rounded up. Null if less than half of the weight is known, or none. */
const weightedScore = (parts: readonly { weight: number; point: number | null | undefined }[]): Score => {
  let totalWeight = 0
  let knownWeight = 0
  let sum = 0
  for (const { weight, point } of parts) {
    totalWeight += weight
    if (point === null || point === undefined) continue
    knownWeight += weight
    sum += weight * point
  }
  if (knownWeight === 0 || knownWeight < totalWeight * minCoverage) return { point: null, rank: null }
  const point = Math.floor(sum / knownWeight + 0.5)
  return { point, rank: rankOf(point) }
}

/** Score of a category: weighted mean of its known components. */
export const healthScore = (components: readonly ScoreComponent[], values: readonly ScoreValue[]): Score => {
  const valueByKey = new Map(values.map((value) => [`${value.type} ${value.name}`, value]))
  return weightedScore(
    components.map(({ type, name, weight }) => {
      const value = valueByKey.get(`${type} ${name}`)
      return { weight, point: value && componentPoint(value) }
    }),
  )
}

/** Total score: weighted mean of the category scores. */
export const totalScore = (categories: readonly { weight: number; point: number | null }[]): Score => weightedScore(categories)
