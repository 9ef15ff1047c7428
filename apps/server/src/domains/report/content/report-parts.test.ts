import { expect, test } from 'vitest'
import { valuePerCategory } from './report-parts.ts'

test('a report has the last value of each category, but a critical one even if a later value is not critical', () => {
  const measured = (category_id: number, value: number, is_serious = false, test_package_id = 1) => ({ test_package_id, category_id, value, is_serious })
  const values = [measured(1, 196, true), measured(2, 160), measured(1, 198, true), measured(1, 128), measured(2, 120), measured(2, 300, true, 2)]
  expect([...valuePerCategory(values, 1).values()].map(({ value }) => value)).toEqual([198, 120])
})
