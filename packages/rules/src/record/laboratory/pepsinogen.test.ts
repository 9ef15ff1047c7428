import { expect, test } from 'vitest'
import file from '../../../../../apps/server/reference-data/numeric_test_result_categories.json' with { type: 'json' }
import { statusOf } from '../checkup.ts'
import { pepsinogenStatus } from './pepsinogen.ts'

const status = (name: string, value: number | undefined) =>
  // cast: the JSON has wider types
  value === undefined ? undefined : (statusOf(value, file.items.find((item) => item.name === name)!.ranges[0] as never) ?? null)

test.each([
  ['PG I 70.0 with I/II 3.0 is positive', 70, 3, 2, 2],
  ['PG I 30.0 with I/II 2.0 is strongly positive', 30, 2, 2, 1],
  ['PG I 70.0 with I/II 3.1 is negative', 70, 3.1, 0, 0],
  ['I/II 3.0 with PG I 70.1 is negative', 70.1, 3, 0, 0],
  ['PG I 60.0 without I/II cannot be judged', 60, undefined, null, undefined],
  ['I/II 2.0 without PG I cannot be judged', undefined, 2, undefined, null],
  ['PG I 80.0 without I/II is negative', 80, undefined, 0, undefined],
])('%s', (_, one, ratio, oneStatus, ratioStatus) => {
  const [ownOne, ownRatio] = [status('pepsinogen_i', one), status('pepsinogen_ratio', ratio)]
  expect(ownOne === undefined ? undefined : pepsinogenStatus(ownOne, ownRatio)).toBe(oneStatus)
  expect(ownRatio === undefined ? undefined : pepsinogenStatus(ownRatio, ownOne)).toBe(ratioStatus)
})
