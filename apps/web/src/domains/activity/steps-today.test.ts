import { expect, test } from 'vitest'
import { ringOf, weekOf, wordsOfToday } from './steps-today.ts'

test('returns the seven days up to today; on a day without a record the count is undefined, not 0', () => {
  const week = weekOf(
    [
      { measured_on: '2026-11-21', count: 6842 },
      { measured_on: '2026-11-19', count: 0 },
      { measured_on: '2026-11-14', count: 9000 },
    ],
    '2026-11-21',
  )
  expect(week.map(({ day }) => day.slice(8))).toEqual(['15', '16', '17', '18', '19', '20', '21'])
  expect(week.map(({ count }) => count)).toEqual([undefined, undefined, undefined, undefined, 0, undefined, 6842])
})

test.each([
  [undefined, 8000, 'none', 0],
  [5999, 8000, 'toRecommended', 1],
  [6000, 8000, 'toGoal', 2000],
  [6842, 8000, 'toGoal', 1158],
  [8000, 8000, 'reached', 8000],
  [5999, 6000, 'toRecommended', 1],
  [6000, 6000, 'overRecommended', 6000],
  // a goal below the recommended steps replaces them
  [3000, 4000, 'toLowGoal', 1000],
  [4000, 4000, 'reached', 4000],
])('%s steps with a goal of %s: %s', (count, goal, key, rest) => expect(wordsOfToday(count, goal, 6000)).toEqual({ key, count: rest }))

test('caps the ring at 100 %, and marks the recommended steps below a higher goal', () => {
  expect(ringOf(12_000, 8000, 6000)).toEqual({ filled: 1, mark: 0.75 })
  expect(ringOf(3000, 6000, 6000)).toEqual({ filled: 0.5, mark: undefined })
})
