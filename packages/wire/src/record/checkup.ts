import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, Instant, Items, Line, Nullable, OneOf, Sent, Text } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { booked, dateErrors, despite_cutoff, notify, suggested_datetimes_attributes } from './booked.ts'

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

/** A value here is a value in `unit` × factor + offset. */
export type Conversion = Static<typeof Conversion>
const Conversion = Type.Object({ unit: Type.String(), factor: Type.Number(), offset: Type.Number() })

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

const Whose = OneOf([...sexes, 'any'])

/** With what it takes to search it, to enter values and to judge them. */
const CatalogueCategory = Type.Object({
  ...NumericTestResultCategory.properties,
  name_en: Type.String(),
  name_kr: Type.String(),
  applicable_sex: Whose,
  /** Inclusive. Outside, a value is refused as an error of entry. */
  possible: Nullable(Band),
  /** Inclusive. Outside, a value must be confirmed. */
  likely: Nullable(Band),
  /** Below `below` or from `above` on a clinician tells the patient first. */
  serious: Nullable(ranges.unhealthy),
  /** The other units a value may be entered in. */
  conversions: Nullable(Type.Array(Conversion)),
})

export const listNumericTestResultCategories = endpoint({
  method: 'GET',
  path: '/api/numeric_test_result_categories',
  permission: 'catalogue.read',
  summary: 'What can be measured as a number',
  query: Sent({}),
  reply: Items(CatalogueCategory),
  cache: 'reference',
})

export const listTestCategories = endpoint({
  method: 'GET',
  path: '/api/test_categories',
  permission: 'catalogue.read',
  summary: 'The tests a checkup may consist of, and what each of them measures',
  query: Sent({}),
  reply: Items(
    Type.Object({
      id: Id,
      name: Type.String(),
      name_ja: Type.String(),
      display_name: Type.String(),
      group: Type.String(),
      applicable_sex: Whose,
      requires_fasting: Type.Boolean(),
      default_package_kinds: Type.Array(OneOf(testPackageKinds)),
      /** By name. */
      numeric_categories: Type.Array(Type.String()),
      image_categories: Type.Array(Type.String()),
      sort_number: Type.Integer(),
    }),
  ),
  cache: 'reference',
})

export type ReferenceRange = Static<typeof ReferenceRange>
export const ReferenceRange = Type.Object({
  id: Id,
  category_id: Id,
  category_name: Type.String(),
  sex: Whose,
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
  /** When the patient was shown the results. Before, they see that there is a checkup, and no value of it. */
  released_at: Nullable(Instant),
  /** The member of staff who released it. */
  released_by: Nullable(Id),
  /** What the clinician says to the results. The patient reads it with them. */
  comment: Nullable(Type.String()),
  /** The day on which somebody called the patient about serious results. For staff, like the counts; null for patients. */
  called_on: Nullable(Day),
  serious_count: Nullable(Type.Integer()),
  result_count: Nullable(Type.Integer()),
  ...booked,
  updated_at: Instant,
  tests: Type.Array(Test),
})

export const listTestPackages = endpoint({
  method: 'GET',
  path: '/api/test_packages',
  permission: 'patient.read',
  summary: 'A patient’s checkups with their tests, newest first',
  description: 'At most 1,000. Patients see theirs before the release too, without any value. Cancelled ones with `include[]=cancelled` only.',
  query: Sent({ user_id: Id, include: Include('cancelled') }),
  reply: Items(TestPackage),
  example: { query: { user_id: 1 } },
})

/** As nested attributes: with `id` an existing test is changed, with `_destroy` too removed, without `id` one is added. */
const tests_attributes = Type.Optional(
  Type.Array(
    Sent({
      id: Type.Optional(Id),
      _destroy: Type.Optional(Type.Boolean()),
      category_id: Type.Optional(Id),
      tested_at: Type.Optional(Instant),
      user_id: Type.Optional(Id),
    }),
    { maxItems: 100 },
  ),
)

export const changeTestPackage = endpoint({
  method: 'PUT',
  path: '/api/test_packages/:id',
  permission: 'bookings.propose',
  summary: 'Changes a checkup and its tests',
  description:
    'The status goes from 1 to 2 to 0, a step at a time, and back as long as the results are not released. A test without `tested_at` takes the checkup’s. Patients send their wishes (`suggested_datetimes_attributes`) and nothing else, while it is being arranged. `tested_at` or `fix_suggested_datetime_id` fixes the date; at a facility a place is taken, and the old one given back.',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
    updated_at: Type.Optional(Instant),
    name: Type.Optional(Line(200, 0)),
    location: Type.Optional(Line(200, 0)),
    detail: Type.Optional(Text(5000, 0)),
    tested_at: Type.Optional(Instant),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    expected_data_reflection_date: Type.Optional(Nullable(Day)),
    tests_attributes,
    suggested_datetimes_attributes,
    /** One press: the date becomes this wish. */
    fix_suggested_datetime_id: Type.Optional(Id),
    notify,
    despite_cutoff,
  }),
  reply: TestPackage,
  errors: ['conflict', 'change_too_late', ...dateErrors],
  example: { params: { id: 1 }, body: { location: 'みなとさくらクリニック' } },
  changes: ['test_packages', 'test_results', 'checkup_quota', 'checkup_waitlist'],
})

export const releaseTestPackage = endpoint({
  method: 'POST',
  path: '/api/test_packages/:id/release',
  permission: 'test_results.write',
  summary: 'Shows the patient the results of a checkup, and tells them by mail',
  description:
    'Once its status is 0. Where a result is serious, somebody calls the patient first: `called_on` is that day. Again, it changes the comment and sends no second mail.',
  params: ById,
  body: Sent({ comment: Type.Optional(Nullable(Text(2000))), called_on: Type.Optional(Day) }),
  reply: TestPackage,
  example: { params: { id: 1 }, body: { comment: '全体に良い結果でした。' } },
  changes: ['test_packages', 'test_results'],
})

export const takeBackTestPackage = endpoint({
  method: 'DELETE',
  path: '/api/test_packages/:id/release',
  permission: 'test_results.write',
  summary: 'Hides the results of a checkup from the patient again',
  description: 'The comment stays for staff; a new release takes a new call where a result is serious.',
  params: ById,
  reply: TestPackage,
  example: { params: { id: 1 } },
  changes: ['test_packages', 'test_results'],
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
  /** In the category’s unit. */
  value: Type.Number(),
  /** By the range for the person’s sex and their age on that day, as it was when the result was written; null where there was none. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  /** The range it was judged by, which later ranges never replace. */
  range_id: Nullable(Id),
  /** So far out that a clinician tells the patient before they read it. */
  is_serious: Type.Boolean(),
  /** Reckoned from other values of the same moment; a measured one takes its place. */
  is_derived: Type.Boolean(),
  /** As it was typed, where that was in another unit. */
  entered_value: Nullable(Type.Number()),
  entered_unit: Nullable(Type.String()),
  updated_at: Instant,
})

export const listTestResults = endpoint({
  method: 'GET',
  path: '/api/test_results',
  permission: 'patient.read',
  summary: 'A patient’s results, newest first',
  description:
    '`count` is the number of results of each category (default 10); `categories[]` takes names. At most 10,000 in all. `include[]=range` adds the ranges they were judged by, each once. Patients see what was released to them.',
  query: Sent({
    user_id: Id,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    categories: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })),
    include: Include('category', 'range'),
  }),
  reply: Type.Object({ items: Type.Array(TestResult), ranges: Type.Optional(Type.Array(ReferenceRange)) }),
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
