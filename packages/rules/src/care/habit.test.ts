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
const ago = (days: number) => addDays(today, -days)
const said = (days: number, done = true): DayMark => ({ day: ago(days), done, source: 'person' })
const told = (days: number, done = true): DayMark => ({ day: ago(days), done, source: 'data' })
const week = (marks: DayMark[], more = {}) => weekOf(goal(more), marks, today)
const progress = (marks: DayMark[], more = {}) => progressOf(goal(more), week(marks, more), [])

test('the week is the last seven days, today last, each done, not done or unknown', () => {
  const days = week([said(6), said(1, false), said(7), told(0)])
  expect(days.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'])
  expect(days.map(({ done }) => done)).toEqual([true, null, null, null, null, false, true])
})

test('what a person said goes before the data, and of several data one that is enough is', () => {
  expect(week([told(2, false), said(2), told(1), said(1, false), told(3, false), told(3)]).slice(3, 6)).toEqual([
    { day: ago(3), done: true, source: 'data' },
    { day: ago(2), done: true, source: 'person' },
    { day: ago(1), done: false, source: 'person' },
  ])
})

test('today is not over: its data never says no', () => {
  expect(week([told(0, false)]).at(-1)).toEqual({ day: today, done: null, source: null })
  expect(week([said(0, false)]).at(-1)?.done).toBe(false)
})

test('a goal that is achieved or no matter of days has no week', () => {
  expect(week([said(1)], { achieved_on: today })).toEqual([])
  expect(week([said(1)], { days_per_week: null })).toEqual([])
})

test.each([
  [0, 0],
  [1, 20],
  [4, 80],
  [5, 100],
  [7, 100],
])('%d of five days are %d percent, and more than asked for is no more', (days, percent) => {
  expect(progress(Array.from({ length: days }, (_, at) => said(at)))).toBe(percent)
})

test('a pause asks for nothing, and what was done in it counts nevertheless', () => {
  const pause = { paused_on: ago(3), paused_until: addDays(today, 2) }
  expect([isPausedOn(pause, ago(4)), isPausedOn(pause, ago(3)), isPausedOn(pause, addDays(today, 2)), isPausedOn(pause, addDays(today, 3))]).toEqual([
    false,
    true,
    true,
    false,
  ])
  // three days are left of the week, for which three of five are enough
  expect(progress([said(4), said(5), said(6)], pause)).toBe(100)
  expect(progress([said(5)], pause)).toBe(33)
  expect(progress([said(0), said(5)], pause)).toBe(67)
  expect(progress([], { paused_on: ago(10), paused_until: today })).toBeNull()
})

test('days before a goal was set ask for nothing', () => {
  expect(progress([said(0)], { created_on: today })).toBe(100)
  expect(progress([said(0)], { created_on: ago(2) })).toBe(33)
})

test('an achieved goal is whole; one without days follows what is measured', () => {
  const once = goal({ days_per_week: null })
  expect(progressOf(goal({ achieved_on: today }), [], [])).toBe(100)
  expect(progressOf(once, [], [])).toBeNull()
  expect(progressOf(once, [], [true, false])).toBe(50)
})

test('habits are asked for on five days a week, what is reached once on none', () => {
  expect((['meal', 'preference', 'sport', 'sleep', 'checkup', 'vaccine', 'other'] as const).map(daysPerWeekOf)).toEqual([5, 5, 5, 5, null, null, null])
})
