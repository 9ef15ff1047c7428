import { describe, expect, test } from 'vitest'
import { checkupOverdueFrom, findingOf, isDoingWell, missingDataFrom } from './today.ts'

const ldl = { below: null, above: 140 }
const hb = { below: 11, above: 18 }
const reading = (value: number, status: 0 | 1 | 2 | null) => ({ value, status })

describe('classifies a result for the board', () => {
  test.each([
    ['abnormal without a previous value', reading(162, 1), null, ldl, 'newly_abnormal'],
    ['abnormal after a healthy value', reading(162, 1), reading(118, 0), ldl, 'newly_abnormal'],
    ['abnormal after a warning', reading(141, 1), reading(139, 2), ldl, 'newly_abnormal'],
    ['abnormal after a value without a status', reading(141, 1), reading(139, null), ldl, 'newly_abnormal'],
    ['too low after too high', reading(10.2, 1), reading(18.4, 1), hb, 'newly_abnormal'],
    ['still too high, 10% higher', reading(165, 1), reading(150, 1), ldl, 'worsened'],
    ['still too low, 10% lower', reading(9, 1), reading(10, 1), hb, 'worsened'],
    ['still too high, less than 10% higher', reading(164, 1), reading(150, 1), ldl, undefined],
    ['still too high, but lower', reading(150, 1), reading(190, 1), ldl, undefined],
    ['too high and unchanged', reading(150, 1), reading(150, 1), ldl, undefined],
    ['too low after zero', reading(3, 1), reading(0, 1), { below: 5, above: null }, undefined],
    ['in the warning band', reading(135, 2), reading(118, 0), ldl, undefined],
    ['in range', reading(118, 0), reading(162, 1), ldl, undefined],
    ['abnormal again, but the unhealthy band is unknown', reading(190, 1), reading(150, 1), null, undefined],
  ] as const)('%s', (_, newest, previous, unhealthy, expected) => {
    expect(findingOf(newest, previous, unhealthy)).toBe(expected)
  })
})

test('reports missing data after fourteen whole days in Tokyo', () => {
  // the last minute of 1 November in Tokyo
  expect(missingDataFrom('2026-11-01T14:59:00.000Z')).toBe('2026-11-15T15:00:00.000Z')
  expect(missingDataFrom('2026-11-01T15:00:00.000Z')).toBe('2026-11-16T15:00:00.000Z')
})

test('a checkup is overdue from the Tokyo day twelve months after the last one', () => {
  expect(checkupOverdueFrom('2024-02-29T01:00:00.000Z')).toBe('2025-02-27T15:00:00.000Z')
})

test.each([
  ['all values in range, every goal at 80% or more', { within: 30, outside: 0 }, [100, 80], true],
  ['one value out of range', { within: 30, outside: 1 }, [100], false],
  ['too few values', { within: 4, outside: 0 }, [100], false],
  ['one goal below 80%', { within: 30, outside: 0 }, [100, 79], false],
  ['no active goal', { within: 30, outside: 0 }, [], false],
])('doing well: %s', (_, values, progress, expected) => {
  expect(isDoingWell(values, progress)).toBe(expected)
})
