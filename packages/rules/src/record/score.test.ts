import type { ResultStatus } from '@sukoyaka/wire/record/checkup'
import { expect, test } from 'vitest'
import file from '../../../../apps/server/reference-data/health_score_categories.json' with { type: 'json' }
import { componentPoint, healthScore, maxAgeDays, minCoverage, rankOf, type ScoreComponent, type ScoreValue, scoreStepDays, totalScore } from './score.ts'

const statusOf: Record<string, ResultStatus> = { healthy: 0, unhealthy: 1, warning: 2 }
const componentsOf = (name: string) => file.items.find((item) => item.name === name)!.components as ScoreComponent[]

test.each(file.examples.map((example) => [example.category, example] as const))('computes the worked example of %s', (category, example) => {
  const values = (example.values as { type: string; name: string | null; status?: string; value?: number; mean?: number }[]).map(
    ({ type, name, status, value, mean }) => ({ type, name, status: status ? statusOf[status]! : null, value: value ?? mean ?? 0 }) as ScoreValue,
  )
  expect(healthScore(componentsOf(category), values)).toEqual({ point: example.point, rank: example.rank })
})

test.each(file.total.examples.map((example) => [JSON.stringify(example.points), example] as const))(
  'computes the total of %s',
  (_, { points, point, rank }) => {
    const categories = Object.entries(file.total.weights).map(([name, weight]) => ({ weight, point: (points as Record<string, number | null>)[name] ?? null }))
    expect(totalScore(categories)).toEqual({ point, rank })
  },
)

test('constants and points equal the formula in health_score_categories.json', () => {
  const { formula, total, ranks } = file
  expect([minCoverage, maxAgeDays, scoreStepDays]).toEqual([formula.min_coverage, formula.max_age_days, formula.step_days])
  expect(total.min_coverage).toBe(minCoverage)
  for (const { rank, min_point, max_point } of ranks) expect([rankOf(min_point), rankOf(max_point)]).toEqual([rank, rank])
  const scores = formula.component_score
  for (const [word, status] of Object.entries(statusOf)) {
    const pointOf = (type: ScoreValue['type']) => componentPoint({ type, status, value: 0 })
    expect(pointOf('numeric_test_result_category')).toBe(scores.numeric_test_result_category[word as 'healthy'])
    expect(pointOf('lifestyle_category')).toBe((scores.lifestyle_category as Record<string, unknown>)[word])
  }
  for (const answer of [0, 1] as const)
    expect(componentPoint({ type: 'symptom_category', status: null, value: answer })).toBe(scores.symptom_category[`${answer}`])
  for (const [steps, point] of scores.step.points) expect(componentPoint({ type: 'step', status: null, value: steps! })).toBe(point)
})

test.each([
  [0, 0],
  [1500, 20],
  [2999, 39.98666666666667],
  [3000, 40],
  [4500, 60],
  [6000, 80],
  [7000, 90],
  [7999, 99.99],
  [8000, 100],
  [25_000, 100],
])('a mean of %d steps a day scores %d', (value, point) => {
  expect(componentPoint({ type: 'step', status: null, value })).toBeCloseTo(point, 9)
})

const twoComponents = (a: number, b: number): ScoreComponent[] => [
  { type: 'numeric_test_result_category', name: 'a', weight: a },
  { type: 'numeric_test_result_category', name: 'b', weight: b },
]
const resultValue = (name: string, status: ResultStatus | null): ScoreValue => ({ type: 'numeric_test_result_category', name, status, value: 1 })

test('rounds half a point up', () => {
  // (25 + 100) / 2 = 62.5
  expect(healthScore(twoComponents(1, 1), [resultValue('a', 1), resultValue('b', 0)])).toEqual({ point: 63, rank: 'C' })
  expect(totalScore([89, 90].map((point) => ({ weight: 1, point })))).toEqual({ point: 90, rank: 'A' })
  expect(
    totalScore([
      { weight: 51, point: 89 },
      { weight: 49, point: 90 },
    ]),
  ).toEqual({ point: 89, rank: 'B' })
})

test('a score needs values for at least half of the weight', () => {
  expect(healthScore(twoComponents(1, 1), [resultValue('a', 0)])).toEqual({ point: 100, rank: 'A' })
  expect(healthScore(twoComponents(1, 2), [resultValue('a', 0)])).toEqual({ point: null, rank: null })
  expect(healthScore(twoComponents(1, 1), [])).toEqual({ point: null, rank: null })
})

test('ignores results without a status and answers without a health status', () => {
  expect(healthScore(twoComponents(1, 1), [resultValue('a', null), resultValue('b', 2)])).toEqual({ point: 65, rank: 'C' })
  expect(componentPoint({ type: 'lifestyle_category', status: null, value: 3 })).toBeUndefined()
  expect(componentPoint({ type: 'symptom_category', status: null, value: 4 })).toBeUndefined()
})
