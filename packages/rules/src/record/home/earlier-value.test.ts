import { expect, test } from 'vitest'
import { comparedDays, isUnlikeEarlier } from './earlier-value.ts'

test('a weight is unlike an earlier one if it differs by more than a tenth; other items are never', () => {
  expect([58, 58.5, 71.5, 72].map((value) => isUnlikeEarlier('weight', value, 65))).toEqual([true, false, false, true])
  expect(isUnlikeEarlier('casual_glucose', 400, 98)).toBe(false)
  expect(comparedDays('casual_glucose')).toBeUndefined()
})
