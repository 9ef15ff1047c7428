import type { ReferenceRange, TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'
import type { Category } from '../api.ts'

export const category = (id: number, name: string, name_ja: string, more: Partial<Category> = {}): Category => ({
  id,
  name,
  name_ja,
  name_en: name.replaceAll('_', ' '),
  name_kr: '',
  display_name: name_ja,
  group: 'lipid',
  unit: 'mg/dL',
  unit_display: 'mg/dL',
  decimals: 0,
  sort_number: id,
  applicable_sex: 'any',
  possible: { min: 10, max: 600 },
  likely: { min: 40, max: 300 },
  serious: { below: null, above: 250 },
  conversions: [{ unit: 'mmol/L', factor: 38.67, offset: 0 }],
  ...more,
})

export const range = (id: number, category_id: number, more: Partial<ReferenceRange> = {}): ReferenceRange => ({
  id,
  category_id,
  category_name: '',
  sex: 'any',
  age_min: 18,
  age_max: null,
  healthy: { min: 60, max: 120 },
  warning: [{ min: 120, max: 140 }],
  unhealthy: { below: 60, above: 140 },
  ...more,
})

export const checkup = (id: number, tested_at: string, more: Partial<TestPackage> = {}): TestPackage => ({
  id,
  user_id: 1,
  kind: 'detail',
  name: '',
  location: '港区健診センター',
  status: 0,
  tested_at,
  expected_data_reflection_date: null,
  included_in_plan: true,
  facility_id: null,
  detail: '',
  released_at: tested_at,
  facility: null,
  course: null,
  options: [],
  menu_text: '',
  suggested_datetimes: [],
  change_until: null,
  cancelled_at: null,
  cancel_reason: null,
  released_by: null,
  comment: null,
  called_on: null,
  serious_count: 0,
  result_count: 0,
  updated_at: tested_at,
  tests: [],
  ...more,
})

export const result = (id: number, category_id: number, value: number, recorded_at: string, more: Partial<TestResult> = {}): TestResult => ({
  id,
  user_id: 1,
  category_id,
  test_id: null,
  test_package_id: null,
  recorded_at,
  type: 0,
  origin: '',
  value,
  status: 0,
  range_id: 1,
  is_serious: false,
  is_derived: false,
  entered_value: null,
  entered_unit: null,
  updated_at: recorded_at,
  ...more,
})

const earlierDate = '2025-10-13T16:00:00Z'
const laterDate = '2026-10-13T16:00:00Z'

/** LDL rising over two checkups, HDL at the first of them, and one day with glucose measured at home. */
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
