import { expect, test } from 'vitest'
import { addDays } from '../time.ts'
import { type DayMark, daysPerWeekOf, isPausedOn, progressOf, weekOf } from './habit.ts'

const today = '2026-11-21'
const goal = (more: object = {}) => ({
  days_per_week: 5 as number | null,
  achieved_on: null,
  created_on: '2026-01-01',
  paused_on: null,
  paused_until: null,
  ...more,
})
const daysAgo = (days: number) => addDays(today, -days)
const personMark = (days: number, done = true): DayMark => ({ day: daysAgo(days), done, source: 'person' })
const dataMark = (days: number, done = true): DayMark => ({ day: daysAgo(days), done, source: 'data' })
const week = (marks: DayMark[], more = {}) => weekOf(goal(more), marks, today)
const progress = (marks: DayMark[], more = {}) => progressOf(goal(more), week(marks, more), [])

test('lists the last seven days, today last, as done, not done or unknown', () => {
  const days = week([personMark(6), personMark(1, false), personMark(7), dataMark(0)])
  expect(days.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'])
  expect(days.map(({ done }) => done)).toEqual([true, null, null, null, null, false, true])
})

test('an answer overrides data; among several data marks of a day, one that reaches the target is enough', () => {
  expect(week([dataMark(2, false), personMark(2), dataMark(1), personMark(1, false), dataMark(3, false), dataMark(3)]).slice(3, 6)).toEqual([
    { day: daysAgo(3), done: true, source: 'data' },
    { day: daysAgo(2), done: true, source: 'person' },
    { day: daysAgo(1), done: false, source: 'person' },
  ])
})

test('data never marks today as not done, but an answer can', () => {
  expect(week([dataMark(0, false)]).at(-1)).toEqual({ day: today, done: null, source: null })
  expect(week([personMark(0, false)]).at(-1)?.done).toBe(false)
})

test('has no week if the goal is achieved or not measured by day', () => {
  expect(week([personMark(1)], { achieved_on: today })).toEqual([])
  expect(week([personMark(1)], { days_per_week: null })).toEqual([])
})

test.each([
  [0, 0],
  [1, 20],
  [4, 80],
  [5, 100],
  [7, 100],
])('%d days done of five required are %d percent, at most 100', (days, percent) => {
  expect(progress(Array.from({ length: days }, (_, index) => personMark(index)))).toBe(percent)
})

test('paused days are not required, but count if they were done', () => {
  const pause = { paused_on: daysAgo(3), paused_until: addDays(today, 2) }
  expect([isPausedOn(pause, daysAgo(4)), isPausedOn(pause, daysAgo(3)), isPausedOn(pause, addDays(today, 2)), isPausedOn(pause, addDays(today, 3))]).toEqual([
    false,
    true,
    true,
    false,
  ])
  // three of the seven days are not paused, so that the target is ceil(5 × 3 / 7) = 3
  expect(progress([personMark(4), personMark(5), personMark(6)], pause)).toBe(100)
  expect(progress([personMark(5)], pause)).toBe(33)
  expect(progress([personMark(0), personMark(5)], pause)).toBe(67)
  expect(progress([], { paused_on: daysAgo(10), paused_until: today })).toBeNull()
})

test('days before the goal was created are not required', () => {
  expect(progress([personMark(0)], { created_on: today })).toBe(100)
  expect(progress([personMark(0)], { created_on: daysAgo(2) })).toBe(33)
})

test('progress is 100 for an achieved goal, and the share of healthy values for a goal without days per week', () => {
  const oneTimeGoal = goal({ days_per_week: null })
  expect(progressOf(goal({ achieved_on: today }), [], [])).toBe(100)
  expect(progressOf(oneTimeGoal, [], [])).toBeNull()
  expect(progressOf(oneTimeGoal, [], [true, false])).toBe(50)
})

test('daily kinds are required on five days a week; one-time kinds have no days per week', () => {
  expect((['meal', 'preference', 'sport', 'sleep', 'checkup', 'vaccine', 'other'] as const).map(daysPerWeekOf)).toEqual([5, 5, 5, 5, null, null, null])
})
