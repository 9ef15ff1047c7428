import type { Reply } from '@sukoyaka/wire/endpoint'
import type { listNumericTestResultCategories, ReferenceRange, TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'

type CatalogueCategory = Reply<typeof listNumericTestResultCategories>['items'][number]

export const category = (id: number, name: string, name_ja: string, more: Partial<CatalogueCategory> = {}): CatalogueCategory => ({
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

/** A checkup whose results are registered and released. */
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
