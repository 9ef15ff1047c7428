import { describe, expect, test } from 'vitest'
import { checkupLateFrom, findingOf, isDoingWell, silentFrom } from './today.ts'

const ldl = { below: null, above: 140 }
const hb = { below: 11, above: 18 }
const at = (value: number, status: 0 | 1 | 2 | null) => ({ value, status })

describe('classifies a result for the board', () => {
  test.each([
    ['abnormal for the first time', at(162, 1), null, ldl, 'newly_abnormal'],
    ['abnormal after a healthy one', at(162, 1), at(118, 0), ldl, 'newly_abnormal'],
    ['abnormal after a warning', at(141, 1), at(139, 2), ldl, 'newly_abnormal'],
    ['abnormal after a value without a status', at(141, 1), at(139, null), ldl, 'newly_abnormal'],
    ['from too high to too low', at(10.2, 1), at(18.4, 1), hb, 'newly_abnormal'],
    ['10% higher', at(165, 1), at(150, 1), ldl, 'worsened'],
    ['10% lower', at(9, 1), at(10, 1), hb, 'worsened'],
    ['a little higher', at(164, 1), at(150, 1), ldl, undefined],
    ['better, and still abnormal', at(150, 1), at(190, 1), ldl, undefined],
    ['unchanged', at(150, 1), at(150, 1), ldl, undefined],
    ['from zero', at(3, 1), at(0, 1), { below: 5, above: null }, undefined],
    ['a warning', at(135, 2), at(118, 0), ldl, undefined],
    ['healthy', at(118, 0), at(162, 1), ldl, undefined],
    ['judged by a range that is not stored', at(190, 1), at(150, 1), null, undefined],
  ] as const)('%s', (_, newest, previous, unhealthy, found) => {
    expect(findingOf(newest, previous, unhealthy)).toBe(found)
  })
})

test('reports missing data after fourteen whole days in Tokyo', () => {
  // late in the evening of the 1st in Tokyo
  expect(silentFrom('2026-11-01T14:59:00.000Z')).toBe('2026-11-15T15:00:00.000Z')
  expect(silentFrom('2026-11-01T15:00:00.000Z')).toBe('2026-11-16T15:00:00.000Z')
})

test('a checkup is overdue twelve months after the last', () => {
  expect(checkupLateFrom('2024-02-29T01:00:00.000Z')).toBe('2025-02-27T15:00:00.000Z')
})

test.each([
  ['all values within range and all goals met', { within: 30, outside: 0 }, [100, 80], true],
  ['one value out of range', { within: 30, outside: 1 }, [100], false],
  ['too few values', { within: 4, outside: 0 }, [100], false],
  ['a goal not met', { within: 30, outside: 0 }, [100, 79], false],
  ['no goal', { within: 30, outside: 0 }, [], false],
])('doing well: %s', (_, values, progress, is) => {
  expect(isDoingWell(values, progress)).toBe(is)
})
