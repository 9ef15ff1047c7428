import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, InputObject, Instant, Items, Line, Nullable, OneOf, Text } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { booked, bookingErrors, despite_cutoff, notify, suggested_datetimes_attributes } from './booked.ts'
import { comment } from './comment.ts'
import { ImageTestResult } from './imaging.ts'
import { Test } from './test.ts'
import { maxResults, OptionalComparator, valueFormat } from './value.ts'

export const testPackageKinds = ['detail', 'simple', 'followup', 'general'] as const
/** 0 complete (results registered), 1 edit (being arranged), 2 fix (date fixed). */
export const testPackageStatus = { complete: 0, edit: 1, fix: 2 } as const
/** Content type of a test result. */
export const testResultTypes = { numeric: 0, image: 1, video: 2 } as const
/** Status of a result by its reference range; results without a range have none. */
export const resultStatus = { healthy: 0, unhealthy: 1, warning: 2 } as const
export type ResultStatus = (typeof resultStatus)[keyof typeof resultStatus]

const Limit = Nullable(Type.Number())
export const Band = Type.Object({ min: Limit, max: Limit })
/** Bands are half-open: `min` inclusive, `max` exclusive; null is unbounded. Unhealthy is `value < below` or `value >= above`. */
const ranges = { healthy: Band, warning: Type.Array(Band), unhealthy: Type.Object({ below: Limit, above: Limit }) }

export type Bands = { healthy: Static<typeof Band>; warning: Static<typeof Band>[]; unhealthy: { below: number | null; above: number | null } }

/** Value in the category's unit = value in `unit` × factor + offset. */
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
  ...valueFormat,
  sort_number: Type.Integer(),
})

const SexOrAny = OneOf([...sexes, 'any'])

/** Includes the data needed to search the category and to enter values. */
const CatalogueCategory = Type.Object({
  ...NumericTestResultCategory.properties,
  name_en: Type.String(),
  name_kr: Type.String(),
  applicable_sex: SexOrAny,
  /** False: the category is no longer used for new results. */
  is_active: Type.Boolean(),
  /** Inclusive. Values outside are rejected as entry errors. */
  possible: Nullable(Band),
  /** Inclusive. Values outside require `confirmed`. */
  likely: Nullable(Band),
  /** A value below `below` or from `above` on is critical: a clinician informs the patient before the results are released. */
  serious: Nullable(ranges.unhealthy),
  /** Other units accepted for input. */
  conversions: Nullable(Type.Array(Conversion)),
})

export const listNumericTestResultCategories = endpoint({
  method: 'GET',
  path: '/api/numeric_test_result_categories',
  permission: 'catalogue.read',
  summary: 'List the categories of numeric results',
  query: InputObject({}),
  reply: Items(CatalogueCategory),
  cache: 'reference',
})

export const listTestCategories = endpoint({
  method: 'GET',
  path: '/api/test_categories',
  permission: 'catalogue.read',
  summary: 'List the tests of checkups with the categories they measure',
  query: InputObject({}),
  reply: Items(
    Type.Object({
      id: Id,
      name: Type.String(),
      name_ja: Type.String(),
      display_name: Type.String(),
      group: Type.String(),
      applicable_sex: SexOrAny,
      requires_fasting: Type.Boolean(),
      default_package_kinds: Type.Array(OneOf(testPackageKinds)),
      /** Names of the categories. */
      numeric_categories: Type.Array(Type.String()),
      image_categories: Type.Array(Type.String()),
      /** Whether new checkups may have the test. */
      is_active: Type.Boolean(),
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
  sex: SexOrAny,
  age_min: Type.Integer(),
  age_max: Nullable(Type.Integer()),
  ...ranges,
})

export const listReferenceRanges = endpoint({
  method: 'GET',
  path: '/api/numeric_test_result_category_reference_ranges',
  permission: 'patient.read',
  summary: 'List the reference ranges that apply to a patient today, by sex and age',
  description: 'One range for each category, if one covers the age (ours begin at 18). If the sex is unknown, only ranges for any sex apply.',
  query: InputObject({ user_id: Id, category_names: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })) }),
  reply: Items(ReferenceRange),
  example: { query: { user_id: 1, category_names: ['ldl_cholesterol'] } },
})

export type ProviderJudgement = Static<typeof ProviderJudgement>
/** A provider's own judgement of a part of the checkup, or of all of it (`is_overall`), such as D or 要精密検査. */
export const ProviderJudgement = Type.Object({ name: Type.String(), text: Type.String(), is_overall: Type.Boolean() })

export type TestPackage = Static<typeof TestPackage>
export const TestPackage = Type.Object({
  id: Id,
  user_id: Id,
  kind: OneOf(testPackageKinds),
  name: Type.String(),
  location: Type.String(),
  status: Type.Integer({ minimum: 0, maximum: 2 }),
  /** While the checkup is being arranged (status 1), the first suggested date; null while there is none. */
  tested_at: Nullable(Instant),
  expected_data_reflection_date: Nullable(Day),
  included_in_plan: Type.Boolean(),
  facility_id: Nullable(Id),
  detail: Type.String(),
  /** When the results were released to the patient. Until then patients see the checkup without any values. */
  released_at: Nullable(Instant),
  /** The staff member who released the results. */
  released_by: Nullable(Id),
  ...comment,
  /** Day of the call about critical results. This and the two counts are null for patients. */
  called_on: Nullable(Day),
  serious_count: Nullable(Type.Integer()),
  result_count: Nullable(Type.Integer()),
  /** As the provider wrote them; empty for patients until the release. They are not part of the health score. */
  provider_judgements: Type.Array(ProviderJudgement),
  ...booked,
  updated_at: Instant,
  tests: Type.Array(Test),
})

export const listTestPackages = endpoint({
  method: 'GET',
  path: '/api/test_packages',
  permission: 'patient.read',
  summary: 'List a patient’s checkups with their tests, newest first',
  description: 'Max 1,000. Patients see a checkup before its release, without values. Cancelled checkups only with `include[]=cancelled`.',
  query: InputObject({ user_id: Id, include: Include('cancelled') }),
  reply: Items(TestPackage),
  example: { query: { user_id: 1 } },
})

/** Nested attributes: `id` changes an existing test, `id` with `_destroy` removes it, no `id` adds one. */
const tests_attributes = Type.Optional(
  Type.Array(
    InputObject({
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
  summary: 'Change a checkup and its tests',
  description:
    'The status moves one step at a time from 1 to 2 to 0, and back unless the results are released. A test’s `tested_at` defaults to the checkup’s. Patients may only send suggested dates (`suggested_datetimes_attributes`), and only while the checkup is being arranged. `tested_at` or `fix_suggested_datetime_id` fixes the date; at a facility this takes a slot and releases the former one. If the date is corrected to another past one, the results of the former day move to it and are judged again. With `updated_at`, 409 if the checkup changed since.',
  params: ById,
  body: InputObject({
    updated_at: Type.Optional(Instant),
    name: Type.Optional(Line(200, 0)),
    location: Type.Optional(Line(200, 0)),
    detail: Type.Optional(Text(5000, 0)),
    tested_at: Type.Optional(Instant),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    expected_data_reflection_date: Type.Optional(Nullable(Day)),
    tests_attributes,
    suggested_datetimes_attributes,
    /** Fixes the date to this suggested date. */
    fix_suggested_datetime_id: Type.Optional(Id),
    notify,
    despite_cutoff,
  }),
  reply: TestPackage,
  errors: ['conflict', 'change_too_late', ...bookingErrors],
  example: { params: { id: 1 }, body: { location: 'みなとさくらクリニック' } },
  changes: ['test_packages', 'test_results', 'checkup_quota', 'checkup_waitlist'],
})

export const releaseTestPackage = endpoint({
  method: 'POST',
  path: '/api/test_packages/:id/release',
  permission: 'test_results.write',
  summary: 'Release the results of a checkup to the patient and notify them by mail',
  description:
    'Requires status 0. If a result is critical, the patient must be called first: `called_on` is the day of the call. For a released checkup, the request changes the comment or the day of the call and sends no second mail; new critical values of a released checkup can be stored only on a day on which a call is recorded. With `updated_at`, 409 if the checkup changed since.',
  params: ById,
  body: InputObject({ comment: Type.Optional(Nullable(Text(2000))), called_on: Type.Optional(Day), updated_at: Type.Optional(Instant) }),
  reply: TestPackage,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { comment: '全体に良い結果でした。' } },
  changes: ['test_packages', 'test_results'],
})

export const withdrawTestPackageRelease = endpoint({
  method: 'DELETE',
  path: '/api/test_packages/:id/release',
  permission: 'test_results.write',
  summary: 'Withdraw the release: hide the results from the patient again',
  description: 'Staff still see the comment. If a result is critical, the next release requires a new call.',
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
  type: Type.Integer({ minimum: 0, maximum: 0 }),
  /** The checkup's location, else the name of the import or device. */
  origin: Type.String(),
  /** In the category's unit. */
  value: Type.Number(),
  comparator: OptionalComparator,
  /** Judged when the result was written, by the range for the person's sex and age on that day; null if there was none. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  /** Version of the range by which the value was judged; a later version does not replace it. */
  range_id: Nullable(Id),
  /** Whether the value is critical: a clinician then informs the patient before the release. */
  is_serious: Type.Boolean(),
  /** Calculated from other values of the same time; a measured value replaces it. */
  is_derived: Type.Boolean(),
  /** Value as entered, if in another unit or with more decimals than the category has. */
  entered_value: Nullable(Type.Number()),
  entered_unit: Nullable(Type.String()),
  updated_at: Instant,
})

/** Numeric (type 0), or with images or videos (types 1 and 2). */
export const AnyTestResult = Type.Union([TestResult, ImageTestResult])
const resultList = { items: Type.Array(AnyTestResult), ranges: Type.Optional(Type.Array(ReferenceRange)) }
const types = Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 2 }), { maxItems: 3 }))

export const listTestResults = endpoint({
  method: 'GET',
  path: '/api/test_results',
  permission: 'patient.read',
  summary: 'List a patient’s results, newest first',
  description:
    '`types[]` selects numeric results (0), those with images (1) and with videos (2); all by default. `count` is the number of results of each category (default 10); `categories[]` takes category names. Max 10,000 numeric results and 1,000 with images or videos. `include[]=checkups` adds the older numeric results that belong to a checkup, `include[]=range` the ranges used for the judgements, `include[]=untold` the critical values of the last 7 days of which the patient was not told although the later values of their category are not critical, at most one for each category. Patients get the results of a checkup once it is released.',
  query: InputObject({
    user_id: Id,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: maxResults })),
    categories: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })),
    types,
    include: Include('category', 'range', 'untold', 'checkups'),
  }),
  reply: Type.Object({ ...resultList, untold: Type.Optional(Type.Array(TestResult)) }),
  example: { query: { user_id: 1, count: 10, include: ['category'] } },
})

export const listTestPackageResults = endpoint({
  method: 'GET',
  path: '/api/test_packages/:id/test_results',
  permission: 'patient.read',
  summary: 'List the results of a checkup',
  description:
    '`types[]` selects numeric results (0), those with images (1) and with videos (2); all by default. Numeric results in the order of the catalogue, then those with images and videos, newest first. Max 1,000 of each. `include[]=range` adds the ranges used for the judgements.',
  params: ById,
  query: InputObject({ types, include: Include('category', 'range') }),
  reply: Type.Object(resultList),
  example: { params: { id: 1 } },
})
