import Type, { type Static } from 'typebox'
import { sexes } from './account.ts'
import { ById, Day, endpoint, Id, Include, Instant, Items, Nullable, OneOf, Sent, UserId } from './kit.ts'

export const testPackageKinds = ['detail', 'simple', 'followup', 'general'] as const
/** 0 complete (registered), 1 edit (being arranged), 2 fix (date fixed). */
export const testPackageStatus = { complete: 0, edit: 1, fix: 2 } as const
/** What a test result holds. */
export const testResultTypes = { numeric: 0, image: 1, video: 2 } as const
/** Judged against the reference range; without a range there is none, and it is shown blue. */
export const resultStatus = { healthy: 0, unhealthy: 1, warning: 2 } as const
export type ResultStatus = (typeof resultStatus)[keyof typeof resultStatus]

const Limit = Nullable(Type.Number())
export const Band = Type.Object({ min: Limit, max: Limit })
/** Bands are half-open: min belongs to them, max does not; null is unbounded. Unhealthy is `value < below` or `value >= above`. */
const ranges = { healthy: Band, warning: Type.Array(Band), unhealthy: Type.Object({ below: Limit, above: Limit }) }

export type Bands = { healthy: Static<typeof Band>; warning: Static<typeof Band>[]; unhealthy: { below: number | null; above: number | null } }

export type NumericTestResultCategory = Static<typeof NumericTestResultCategory>
export const NumericTestResultCategory = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  group: Type.String(),
  unit: Type.String(),
  unit_display: Type.String(),
  /** Digits after the point, as the laboratory prints them. */
  decimals: Type.Integer(),
  sort_number: Type.Integer(),
})

export const listNumericTestResultCategories = endpoint({
  method: 'GET',
  path: '/api/numeric_test_result_categories',
  permission: 'catalogue.read',
  summary: 'What can be measured as a number',
  query: Sent({}),
  reply: Items(NumericTestResultCategory),
  cache: 'reference',
})

export type ReferenceRange = Static<typeof ReferenceRange>
export const ReferenceRange = Type.Object({
  id: Id,
  category_id: Id,
  category_name: Type.String(),
  sex: OneOf([...sexes, 'any']),
  age_min: Type.Integer(),
  age_max: Nullable(Type.Integer()),
  ...ranges,
})

export const listReferenceRanges = endpoint({
  method: 'GET',
  path: '/api/numeric_test_result_category_reference_ranges',
  permission: 'patient.read',
  summary: 'The ranges that apply to a patient today, by sex and age',
  description: 'One range a category; where the sex is unknown the one for any sex; none for people under 18 or of unknown age.',
  query: Sent({ user_id: Id, category_names: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })) }),
  reply: Items(ReferenceRange),
  example: { query: { user_id: 1, category_names: ['ldl_cholesterol'] } },
})

export type Test = Static<typeof Test>
export const Test = Type.Object({
  id: Id,
  /** Of the test categories, not of the results’. */
  category_id: Id,
  kind: Type.String(),
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  tested_at: Instant,
})

export type TestPackage = Static<typeof TestPackage>
export const TestPackage = Type.Object({
  id: Id,
  user_id: Id,
  kind: OneOf(testPackageKinds),
  name: Type.String(),
  location: Type.String(),
  status: Type.Integer({ minimum: 0, maximum: 2 }),
  tested_at: Instant,
  expected_data_reflection_date: Nullable(Day),
  included_in_plan: Type.Boolean(),
  facility_id: Nullable(Id),
  detail: Type.String(),
  /** When the patient was shown the results. Patients see nothing of a package before. */
  released_at: Nullable(Instant),
  tests: Type.Array(Test),
})

export const listTestPackages = endpoint({
  method: 'GET',
  path: '/api/test_packages',
  permission: 'patient.read',
  summary: 'A patient’s checkups with their tests, newest first',
  description: 'At most 1,000.',
  query: UserId,
  reply: Items(TestPackage),
  example: { query: { user_id: 1 } },
})

export type TestResult = Static<typeof TestResult>
export const TestResult = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  category: Type.Optional(NumericTestResultCategory),
  test_id: Nullable(Id),
  test_package_id: Nullable(Id),
  recorded_at: Instant,
  type: Type.Integer({ minimum: 0, maximum: 2 }),
  /** The package’s location, else the name of the import or device it came from. */
  origin: Type.String(),
  value: Type.Number(),
  /** By the range for the person’s sex and their age on that day; absent when there is none. */
  status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
})

export const listTestResults = endpoint({
  method: 'GET',
  path: '/api/test_results',
  permission: 'patient.read',
  summary: 'A patient’s results, newest first',
  description:
    '`count` is the number of results of each category (default 10); `categories[]` takes names. At most 1,000 in all. Patients see what was released to them.',
  query: Sent({
    user_id: Id,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    categories: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })),
    include: Include('category'),
  }),
  reply: Items(TestResult),
  example: { query: { user_id: 1, count: 10, include: ['category'] } },
})

export const listTestPackageResults = endpoint({
  method: 'GET',
  path: '/api/test_packages/:id/test_results',
  permission: 'patient.read',
  summary: 'The results of one checkup',
  description: 'At most 1,000, in the order of the catalogue.',
  params: ById,
  query: Sent({ include: Include('category') }),
  reply: Items(TestResult),
  example: { params: { id: 1 } },
})
