import type { HealthScore } from '@sukoyaka/wire/record/score'
import { expect, test } from 'vitest'
import { latestScoresOf } from './latest-scores.ts'

const score = (category_id: number, point: number | null, day: string): HealthScore => ({
  id: 1,
  user_id: 1,
  category: { id: category_id, name: `c${category_id}`, name_ja: '', display_name: '', strip: true, sort_number: category_id },
  point,
  rank: point === null ? null : 'B',
  calculated_at: `${day}T00:00:00Z`,
})

test('compares the latest score of a category with the previous one that has points', () => {
  const latestScores = latestScoresOf([score(1, 72, '2026-11-01'), score(1, null, '2026-10-01'), score(1, 71, '2026-09-01'), score(2, 64, '2026-11-01')])
  expect(latestScores.map(({ score, change, since }) => [score.category.id, score.point, change, since])).toEqual([
    [1, 72, 1, '2026-09-01T00:00:00Z'],
    [2, 64, null, null],
  ])
})

test('does not compare a latest score without points', () => {
  expect(latestScoresOf([score(1, null, '2026-11-01'), score(1, 71, '2026-09-01')])).toMatchObject([{ change: null, since: null }])
})
