import { expect, test } from 'vitest'
import { type SharedItem, type SharedValue, sectionsOf } from './results.ts'

const value = (status: SharedValue['status'], healthy: SharedValue['healthy'] = { min: null, max: 130 }): SharedValue => ({ value: 120, status, healthy })
const item = (...values: (SharedValue | null)[]) => ({ group: '血圧', values }) as SharedItem
const isGroupInRange = (items: SharedItem[], offFirst = false) => sectionsOf(items, offFirst).find(({ key }) => key === '血圧')?.isAllInRange

test.each<[string, SharedItem[], boolean]>([
  ['all values in range', [item(value(0)), item(value(0))], true],
  ['a value without a range beside one in range', [item(value(0)), item(value(null, null))], true],
  ['one that was in range and not measured again', [item(value(0)), item(null, value(0))], true],
  ['a value out of range', [item(value(0)), item(value(2))], false],
  ['a value that is not judged', [item(value(0)), item(value(null))], false],
  ['one that was out of range and not measured again', [item(value(0)), item(null, value(1))], false],
  ['nothing measured', [item(null, value(0)), item(null)], false],
  ['only values without a range', [item(value(null, null))], false],
])('of a group with %s: all in range is %s', (_, items, expected) => {
  expect(isGroupInRange(items)).toBe(expected)
})

test('a group is not all in range if one of its items is listed above', () => {
  expect(isGroupInRange([item(value(0)), item(value(1))], true)).toBe(false)
})
