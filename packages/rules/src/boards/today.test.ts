import { describe, expect, test } from 'vitest'
import { checkupOverdueFrom, findingOf, isDoingWell, missingDataFrom } from './today.ts'

const ldl = { below: null, above: 140 }
const hb = { below: 11, above: 18 }
const reading = (value: number, status: 0 | 1 | 2 | null) => ({ value, status })

describe('classifies a result for the board', () => {
  test.each([
    ['abnormal for the first time', reading(162, 1), null, ldl, 'newly_abnormal'],
    ['abnormal after a healthy one', reading(162, 1), reading(118, 0), ldl, 'newly_abnormal'],
    ['abnormal after a warning', reading(141, 1), reading(139, 2), ldl, 'newly_abnormal'],
    ['abnormal after a value without a status', reading(141, 1), reading(139, null), ldl, 'newly_abnormal'],
    ['from too high to too low', reading(10.2, 1), reading(18.4, 1), hb, 'newly_abnormal'],
    ['10% higher', reading(165, 1), reading(150, 1), ldl, 'worsened'],
    ['10% lower', reading(9, 1), reading(10, 1), hb, 'worsened'],
    ['a little higher', reading(164, 1), reading(150, 1), ldl, undefined],
    ['better, and still abnormal', reading(150, 1), reading(190, 1), ldl, undefined],
    ['unchanged', reading(150, 1), reading(150, 1), ldl, undefined],
    ['from zero', reading(3, 1), reading(0, 1), { below: 5, above: null }, undefined],
    ['a warning', reading(135, 2), reading(118, 0), ldl, undefined],
    ['healthy', reading(118, 0), reading(162, 1), ldl, undefined],
    ['judged by a range that is not stored', reading(190, 1), reading(150, 1), null, undefined],
  ] as const)('%s', (_, newest, previous, unhealthy, expected) => {
    expect(findingOf(newest, previous, unhealthy)).toBe(expected)
  })
})

test('reports missing data after fourteen whole days in Tokyo', () => {
  // late in the evening of the 1st in Tokyo
  expect(missingDataFrom('2026-11-01T14:59:00.000Z')).toBe('2026-11-15T15:00:00.000Z')
  expect(missingDataFrom('2026-11-01T15:00:00.000Z')).toBe('2026-11-16T15:00:00.000Z')
})

test('a checkup is overdue twelve months after the last', () => {
  expect(checkupOverdueFrom('2024-02-29T01:00:00.000Z')).toBe('2025-02-27T15:00:00.000Z')
})

test.each([
  ['all values within range and all goals met', { within: 30, outside: 0 }, [100, 80], true],
  ['one value out of range', { within: 30, outside: 1 }, [100], false],
  ['too few values', { within: 4, outside: 0 }, [100], false],
  ['a goal not met', { within: 30, outside: 0 }, [100, 79], false],
  ['no goal', { within: 30, outside: 0 }, [], false],
])('doing well: %s', (_, values, progress, expected) => {
  expect(isDoingWell(values, progress)).toBe(expected)
})
