import Type, { type Static } from 'typebox'
import { exportOf, fieldsOf, listQuery, NamesOf } from '../../admin.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nullable, OneOf, Paged, Text } from '../../endpoint.ts'
import { Address } from '../../people/account.ts'
import { forbiddenRuleTypes } from '../../people/facility.ts'
import { testPackageKinds } from '../../record/checkup.ts'

const Weekday = Type.Unsafe<number>({ type: 'integer', enum: [0, 1, 2, 3, 4, 5, 6] })
/** `HH:MM` in Tokyo time. */
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 })
const Link = Type.String({ pattern: '^(https?://\\S+)?$', maxLength: 500 })
const Yen = Type.Integer({ minimum: 0, maximum: 10_000_000 })
const Days = Type.Integer({ minimum: 0, maximum: 365 })
/** Permanent id of a course or option, unique across all facilities. The client generates it for a new one; 422 `taken` if another facility uses it. */
const Code = Type.String({ pattern: '^[a-z0-9_]{1,60}$', maxLength: 60 })

const offered = {
  name: Code,
  name_ja: Line(100),
  name_en: Line(100, 0),
  name_kr: Line(100, 0),
  price: Yen,
}
const precautions = {
  precautions_ja: Type.Array(Line(300), { maxItems: 30 }),
  reservation_precaution_ja: Line(300, 0),
  precautions_en: Type.Array(Line(300), { maxItems: 30 }),
  reservation_precaution_en: Line(300, 0),
  lead_days: Nullable(Days),
  lead_is_business: Type.Boolean(),
  test_category_names: NamesOf('test_categories', 200),
}

const OptionInput = InputObject({ ...offered, ...precautions })
/** `option_names`: the options of the facility that can be added to the course. */
const CourseInput = InputObject({ ...offered, kind: OneOf(testPackageKinds), option_names: NamesOf('options', 100), ...precautions })

/** Each `type` uses some of the fields; the others are stored, but ignored. */
const RuleInput = InputObject({
  type: OneOf(forbiddenRuleTypes),
  weekdays: Type.Array(Weekday, { maxItems: 7 }),
  dates: Type.Array(Day, { maxItems: 100 }),
  from: Nullable(Type.String({ pattern: '^(\\d{4}-)?\\d{2}-\\d{2}$', maxLength: 10 })),
  to: Nullable(Type.String({ pattern: '^(\\d{4}-)?\\d{2}-\\d{2}$', maxLength: 10 })),
  days: Nullable(Days),
  is_business: Type.Boolean(),
  time: Nullable(Time),
})

export type FacilityInput = Static<typeof FacilityInput>
const FacilityInput = InputObject({
  name_ja: Line(100),
  name_kana: Line(100, 0),
  name_en: Line(100, 0),
  name_kr: Line(100, 0),
  visible: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
  phone_number: Line(30, 0),
  address: Address,
  access_text_ja: Line(300, 0),
  access_text_en: Line(300, 0),
  access_url: Link,
  map_url: Link,
  additional_information_ja: Text(2000, 0),
  additional_information_en: Text(2000, 0),
  courses: Type.Array(CourseInput, { maxItems: 100 }),
  options: Type.Array(OptionInput, { maxItems: 100 }),
  start_times: Type.Array(InputObject({ weekday: Weekday, time: Time, capacity: Type.Integer({ minimum: 1, maximum: 1000 }) }), { maxItems: 500 }),
  rules: Type.Array(RuleInput, { maxItems: 100 }),
  hours: Type.Array(InputObject({ weekday: Weekday, opens: Time, closes: Time }), { maxItems: 21 }),
})
export const facilityFields = fieldsOf(FacilityInput)

const FacilityRow = Type.Object({
  id: Id,
  name_ja: Type.String(),
  access_text_ja: Type.String(),
  phone_number: Type.String(),
  course_count: Type.Integer(),
  option_count: Type.Integer(),
  visible: Type.Boolean(),
  sort_number: Type.Integer(),
  updated_at: Instant,
})
export const facilityColumns = fieldsOf(FacilityRow)

/** A facility with its courses, options, start times, hours and booking rules, which are read and saved together under one version. */
export type FacilityDocument = Static<typeof FacilityDocument>
const FacilityDocument = Type.Object({ id: Id, ...FacilityInput.properties, updated_at: Instant })

const base = { permission: 'administration.write' } as const
const example: FacilityInput = {
  name_ja: 'みなと健診センター',
  name_kana: 'ミナトケンシンセンター',
  name_en: 'Minato Checkup Center',
  name_kr: '',
  visible: true,
  sort_number: 10,
  phone_number: '03-0000-0009',
  address: { zip: '105-0001', prefecture: '東京都', city: '港区', street: '虎ノ門1-2-3', building: '' },
  access_text_ja: '虎ノ門駅から徒歩3分',
  access_text_en: '',
  access_url: '',
  map_url: '',
  additional_information_ja: '',
  additional_information_en: '',
  courses: [],
  options: [],
  start_times: [{ weekday: 1, time: '09:00', capacity: 2 }],
  rules: [],
  hours: [{ weekday: 1, opens: '08:30', closes: '17:00' }],
}

const document: FacilityDocument = { id: 1, ...example, updated_at: '2026-11-21T00:00:00.000Z' }

export const listAllFacilities = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/facilities',
  summary: 'List all facilities, including hidden ones',
  description: '`q` is part of the name, its reading or the phone number. In display order unless `sort` says otherwise.',
  query: listQuery(['sort_number', 'name_ja', 'updated_at'], { visible: Type.Optional(Type.Boolean()) }),
  reply: Paged(FacilityRow),
  example: { query: { sort: '-updated_at' } },
})

export const getFacilityDocument = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/facilities/:id',
  summary: 'Read a facility with everything an administrator edits',
  params: ById,
  reply: FacilityDocument,
  example: { params: { id: 1 }, reply: document },
})

export const addFacility = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/facilities',
  summary: 'Add a facility with its courses, options, start times and rules',
  description:
    'An empty English or Korean name is stored as the Japanese one and returned empty here. Updates of the reference data do not change the facility.',
  body: FacilityInput,
  reply: FacilityDocument,
  status: 201,
  example: { body: example, reply: document },
  changes: ['facilities'],
})

export const changeFacility = endpoint({
  ...base,
  method: 'PUT',
  path: '/api/admin/facilities/:id',
  summary: 'Replace a facility with its courses, options, start times and rules',
  description:
    'Replaces the whole document; 409 if another administrator has saved it since `updated_at`. Existing bookings keep the texts of a course that is changed or removed. After a change, updates of the reference data no longer change the facility.',
  params: ById,
  body: InputObject({ ...FacilityInput.properties, updated_at: Instant }),
  reply: FacilityDocument,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { ...example, updated_at: document.updated_at }, reply: document },
  changes: ['facilities'],
})
export const facilityQuery = fieldsOf(listAllFacilities.query)
export const exportFacilities = exportOf('/api/admin/facilities/export', 'Export the facilities as CSV', ['sort_number', 'name_ja', 'updated_at'], {
  visible: Type.Optional(Type.Boolean()),
})
