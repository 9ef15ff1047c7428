import { describe, expect, test } from 'vitest'
import file from '../../../../apps/server/reference-data/numeric_test_result_categories.json' with { type: 'json' }
import { statusOf } from './checkup.ts'
import { isSerious } from './judge.ts'
import { cappedRank, findingOf } from './score-cap.ts'

const findingAt = (name: string, value: number) => {
  const category = file.items.find((item) => item.name === name)!
  return findingOf(name, value, statusOf(value, category.ranges[0] as never) ?? null, isSerious({ value }, category)) // cast: the JSON has wider types
}

describe('the severity of a finding', () => {
  test.each([
    ['egfr', 60, undefined],
    ['egfr', 58.1, 'outside'],
    ['egfr', 45, 'outside'],
    ['egfr', 44.9, 'far'],
    ['egfr', 14.9, 'serious'],
    ['systolic_blood_pressure', 139, undefined],
    ['systolic_blood_pressure', 140, 'outside'],
    ['systolic_blood_pressure', 160, 'far'],
    ['systolic_blood_pressure', 180, 'serious'],
    ['home_systolic_blood_pressure', 134, undefined],
    ['home_systolic_blood_pressure', 135, 'outside'],
    ['home_systolic_blood_pressure', 145, 'far'],
    ['ldl_cholesterol', 179, 'outside'],
    ['ldl_cholesterol', 180, 'far'],
    ['hba1c', 6.4, 'outside'],
    ['hba1c', 6.5, 'far'],
    ['urine_protein', 2, 'outside'],
    ['urine_protein', 3, 'far'],
  ])('%s %d: %s', (name, value, finding) => {
    expect(findingAt(name, value)).toBe(finding)
  })
})

test('a finding lowers the rank of its category and of the total, never raises it', () => {
  expect(cappedRank('A', [], 'total')).toBe('A')
  expect(cappedRank('A', ['outside'], 'total')).toBe('B')
  expect(cappedRank('A', ['outside'], 'category')).toBe('C')
  expect(cappedRank('A', ['illness'], 'total')).toBe('B')
  expect(cappedRank('A', ['outside', 'far'], 'total')).toBe('C')
  expect(cappedRank('B', ['serious'], 'category')).toBe('E')
  expect(cappedRank('B', ['serious'], 'total')).toBe('D')
  expect(cappedRank('E', ['outside'], 'category')).toBe('E')
  expect(cappedRank(null, ['serious'], 'total')).toBeNull()
})
