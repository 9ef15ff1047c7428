import { expect, test } from 'vitest'
import { canBecome, expectedReflection } from './test-package.ts'

const [complete, edit, fix] = [0, 1, 2]

test('the status of a checkup moves forward one step at a time, and back any number of steps until the results are released', () => {
  const transitions = [
    [edit, fix],
    [fix, complete],
    [edit, complete],
    [complete, fix],
    [complete, edit],
    [fix, edit],
    [fix, fix],
  ] as const
  expect(transitions.map(([from, to]) => canBecome(from, to, false))).toEqual([true, true, false, true, true, true, true])
  expect(transitions.map(([from, to]) => canBecome(from, to, true))).toEqual([true, true, false, false, false, false, true])
  expect(canBecome(9, fix, false)).toBe(true)
})

test('returns the expected day of the results until they are registered, if it is after the Tokyo day of the test', () => {
  const item = { expected_data_reflection_date: '2026-11-20', status: fix, tested_at: '2026-11-18T15:00:00Z' }
  expect(expectedReflection(item)).toBe('2026-11-20')
  expect(expectedReflection({ ...item, status: edit })).toBe('2026-11-20')
  expect(expectedReflection({ ...item, status: complete })).toBeUndefined()
  expect(expectedReflection({ ...item, expected_data_reflection_date: null })).toBeUndefined()
  // 19 November 15:00 in UTC is the 20th in Tokyo
  expect(expectedReflection({ ...item, tested_at: '2026-11-19T14:59:59Z' })).toBe('2026-11-20')
  expect(expectedReflection({ ...item, tested_at: '2026-11-19T15:00:00Z' })).toBeUndefined()
})
