import { expect, test } from 'vitest'
import { stepGoalOf } from './step-goal.ts'

const goal = (content: string, achieved_on: string | null = null, target: number | null = null) => ({
  content,
  achieved_on,
  categories: target === null ? [] : [{ id: 1, category_type: 'step' as const, category_id: null, is_sync_action: true, target, status: null }],
})

test('the step goal is the target of an open goal, or the number in its text', () => {
  expect(stepGoalOf([goal('夕食は就寝3時間前までに'), goal('1日8,000歩を歩く')])).toBe(8000)
  expect(stepGoalOf([goal('よく歩く', null, 9000)])).toBe(9000)
  expect(stepGoalOf([goal('毎日１００００歩')])).toBe(10_000)
  expect(stepGoalOf([goal('Walk 7,500 steps a day')])).toBe(7500)
  expect(stepGoalOf([goal('하루 8,000보 걷기')])).toBe(8000)
})

test('ignores achieved goals, goals without a step count, and implausible counts', () => {
  expect(stepGoalOf([goal('1日8,000歩を歩く', '2026-10-30')])).toBeUndefined()
  expect(stepGoalOf([goal('散歩を30分'), goal('あと10歩'), goal('999999歩')])).toBeUndefined()
})
