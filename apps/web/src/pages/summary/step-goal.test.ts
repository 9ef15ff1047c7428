import { expect, test } from 'vitest'
import { stepGoalOf } from './step-goal.ts'

const goal = (content: string, achieved_on: string | null = null, target?: number | null) => ({
  content,
  achieved_on,
  categories: target === undefined ? [] : [{ id: 1, category_type: 'step' as const, category_id: null, is_sync_action: true, target, status: null }],
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

test('steps in addition to the present ones are no daily goal', () => {
  expect(stepGoalOf([goal('1日1,000歩', null, null)])).toBeUndefined()
  const relative = ['今より1日1,000歩多く歩く', '歩数を2000歩増やす', 'プラス1,000歩', '＋1000歩', '毎日あと2,000歩', 'もう1,000歩', 'さらに1,000歩歩く']
  const translated = [
    'Walk 1,000 more steps a day',
    'Walk 1,000 steps more',
    'an extra 1,000 steps',
    'add 2,000 steps',
    '지금보다 하루 1,000보 더 걷기',
    '1,000보 늘리기',
  ]
  for (const content of [...relative, ...translated]) expect(stepGoalOf([goal(content)]), content).toBeUndefined()
  expect(stepGoalOf([goal('今より1,000歩多く歩く'), goal('1日8,000歩')])).toBe(8000)
  expect(stepGoalOf([goal('健康のため毎日8,000歩以上歩く'), goal('1日9,000歩')])).toBe(8000)
})
