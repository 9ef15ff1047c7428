import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import type { Interview } from '@sukoyaka/wire/care/interview'
import type { InterviewProposal } from '@sukoyaka/wire/care/message'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { expect, test } from 'vitest'
import { prioritiesOf } from './priorities.ts'

const now = new Date('2026-11-21T00:00:00Z')
const interview = (conducted_at: string) => ({ conducted_at, ends_at: null, status: 'scheduled' }) as Interview
const checkup = (status: number, tested_at: string | null, more: Partial<TestPackage> = {}) =>
  ({ status, tested_at, released_at: null, expected_data_reflection_date: null, ...more }) as TestPackage
const goal = {
  achieved_on: null,
  days_per_week: null,
  paused_on: null,
  paused_until: null,
  week: [],
  created_at: '2026-01-01T00:00:00Z',
} as unknown as HabitGoal
const kindsOf = (input: Partial<Parameters<typeof prioritiesOf>[0]>) =>
  prioritiesOf({ interviews: [], checkups: [], goals: [], ...input }, now).map((priority) => priority.what)

test('newly released results come before appointments and goals, but after an interview that can be joined', () => {
  const released = checkup(0, '2026-11-01T00:00:00Z', { released_at: '2026-11-20T00:00:00Z' })
  const arranging = checkup(1, '2026-12-09T00:00:00Z')
  expect(kindsOf({ interviews: [interview('2026-11-27T05:00:00Z')], checkups: [arranging, released], goals: [goal] })).toEqual([
    'released',
    'interview',
    'goal',
  ])
  const open = prioritiesOf({ interviews: [interview('2026-11-21T00:10:00Z')], checkups: [released], goals: [] }, now)
  expect(open[0]).toMatchObject({ what: 'interview', isOpen: true })
  expect(prioritiesOf({ interviews: [interview('2026-11-21T00:11:00Z')], checkups: [], goals: [] }, now)[0]).toMatchObject({ isOpen: false })
})

test('unreleased results show as being confirmed, with the expected date until they are registered', () => {
  const waiting = checkup(2, '2026-11-10T00:00:00Z', { expected_data_reflection_date: '2026-11-24' })
  expect(prioritiesOf({ interviews: [], checkups: [waiting], goals: [] }, now)).toMatchObject([{ what: 'confirming', expected: '2026-11-24' }])
  const registered = checkup(0, '2026-11-10T00:00:00Z', { expected_data_reflection_date: '2026-11-24' })
  expect(prioritiesOf({ interviews: [], checkups: [registered], goals: [] }, now)).toMatchObject([{ what: 'confirming', expected: undefined }])
})

test('does not promise results for a day that has passed', () => {
  const expectedOn = (expected_data_reflection_date: string) =>
    prioritiesOf({ interviews: [], checkups: [checkup(2, '2026-11-10T00:00:00Z', { expected_data_reflection_date })], goals: [] }, now)
  expect(expectedOn('2026-11-20')).toMatchObject([{ what: 'confirming', expected: undefined }])
  expect(expectedOn('2026-11-21')).toMatchObject([{ what: 'confirming', expected: '2026-11-21' }])
})

test('omits old results and achieved goals', () => {
  expect(kindsOf({ checkups: [checkup(0, '2026-10-14T00:00:00Z', { released_at: '2026-10-21T00:00:00Z' })] })).toEqual([])
  expect(kindsOf({ goals: [{ ...goal, achieved_on: '2026-11-20' }] })).toEqual([])
  expect(kindsOf({ goals: [goal] })).toEqual(['goal'])
})

test('a checkup without a date comes before appointments more than three days ahead; a checkup whose suggested dates wait for an answer is left out', () => {
  const checkups = [checkup(1, '2026-11-28T00:00:00Z'), checkup(1, null), checkup(2, '2026-12-20T00:00:00Z')]
  expect(kindsOf({ interviews: [interview('2026-11-27T05:00:00Z')], checkups, goals: [goal] })).toEqual(['choosing', 'interview', 'booked'])
})

test('a proposal with a future start comes before a far interview; a checkup whose suggested dates wait for an answer is left out', () => {
  const proposals = [{ id: 9, patient_id: 1, interview_proposal: { starts: ['2026-11-20T05:00:00Z', '2026-12-01T05:00:00Z'] } as InterviewProposal }]
  const input = { interviews: [interview('2026-11-27T05:00:00Z')], checkups: [checkup(1, '2026-12-09T00:00:00Z'), checkup(1, null)], goals: [], proposals }
  expect(kindsOf(input)).toEqual(['proposal', 'choosing', 'interview'])
  expect(prioritiesOf(input, now)[0]).toMatchObject({ id: 9, starts: ['2026-12-01T05:00:00Z'] })
  expect(prioritiesOf(input, new Date('2026-12-01T05:00:00Z')).map(({ what }) => what)).not.toContain('proposal')
})

test('picks the habit goal that is not checked off today', () => {
  const today = [{ day: '2026-11-21', done: true }]
  const suggestedGoalId = (...goals: Partial<HabitGoal>[]) => {
    const [priority] = prioritiesOf({ interviews: [], checkups: [], goals: goals.map((more, id) => ({ ...goal, id, ...more }) as HabitGoal) }, now)
    return priority?.what === 'goal' ? priority.goal.id : undefined
  }
  expect(suggestedGoalId({}, { days_per_week: 5, week: today as HabitGoal['week'] }, { days_per_week: 3 })).toBe(2)
  expect(suggestedGoalId({ days_per_week: 5, week: today as HabitGoal['week'] })).toBeUndefined()
  expect(suggestedGoalId({ days_per_week: 5, paused_on: '2026-11-20', paused_until: '2026-11-21' }, {})).toBe(1)
  expect(suggestedGoalId({ days_per_week: 5, paused_on: '2026-11-10', paused_until: '2026-11-20' }, {})).toBe(0)
})

test('returns three priorities at most, the earliest first', () => {
  const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'].map((day) => interview(`${day}T00:00:00Z`))
  const priorities = prioritiesOf({ interviews: days.toReversed(), checkups: [], goals: [goal] }, now)
  expect(priorities.map((priority) => priority.what === 'interview' && priority.interview.conducted_at.slice(8, 10))).toEqual(['01', '02', '03'])
})
