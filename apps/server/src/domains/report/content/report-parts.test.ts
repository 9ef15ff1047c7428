import { expect, test } from 'vitest'
import { findingsOf, valuePerCategory } from './report-parts.ts'

test('a report has the last value of each category, but a critical one even if a later value is not critical', () => {
  const measured = (category_id: number, value: number, is_serious = false, test_package_id = 1) => ({ test_package_id, category_id, value, is_serious })
  const values = [measured(1, 196, true), measured(2, 160), measured(1, 198, true), measured(1, 128), measured(2, 120), measured(2, 300, true, 2)]
  expect([...valuePerCategory(values, 1).values()].map(({ value }) => value)).toEqual([198, 120])
})

test('a later image of the same examination does not replace an abnormal one in a report', () => {
  const image = (status: 0 | 1, finding: string, test_package_id = 1) => ({
    ...{ test_package_id, category_id: 5, recorded_at: '2026-10-14T00:00:00Z', status, finding },
    ...{ follow_up_kind: null, follow_up_on: null, is_follow_up_done: false },
  })
  const findings = [image(0, '異常なし'), image(1, '結節影'), image(0, '1回目'), image(1, '別の健診', 2)]
  const found = findingsOf({ findings, imageCategories: [{ id: 5, display_name: '胸部X線' }], id: 1 })
  expect(found.map(({ name, finding }) => [name, finding])).toEqual([
    ['胸部X線', '異常なし'],
    ['胸部X線', '結節影'],
  ])
})
