import { category, checkup, range, result } from '../../test/data/checkup.ts'

const earlierDate = '2025-10-13T16:00:00Z'
const laterDate = '2026-10-13T16:00:00Z'

/** LDL rising over two checkups, HDL at the first of them, one day with glucose measured at home, and a third checkup that is being arranged. */
export const sample = {
  categories: [
    category(1, 'ldl_cholesterol', 'LDLコレステロール'),
    category(2, 'hdl_cholesterol', 'HDLコレステロール'),
    category(3, 'fasting_glucose', '空腹時血糖', { group: 'glucose' }),
  ],
  packages: [
    checkup(7, laterDate, { released_at: null }),
    checkup(5, earlierDate, { kind: 'simple' }),
    checkup(9, '2027-01-10T00:00:00Z', { status: 1, released_at: null }),
  ],
  ranges: [range(1, 1), range(2, 2, { healthy: { min: 40, max: null }, warning: [], unhealthy: { below: 40, above: null } })],
  today: [range(1, 1), range(2, 2, { healthy: { min: 40, max: null }, warning: [], unhealthy: { below: 40, above: null } })],
  results: [
    result(11, 1, 142, earlierDate, { test_package_id: 5, status: 2 }),
    result(12, 1, 162, laterDate, { test_package_id: 7, status: 1 }),
    result(13, 2, 60, earlierDate, { test_package_id: 5, range_id: 2 }),
    result(14, 3, 98, '2026-11-19T15:30:00Z', { origin: '血糖計', status: null, range_id: null }),
  ],
}
