import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, Instant, Items, Nullable, OneOf, Sent } from '../endpoint.ts'
import { testPackageKinds } from '../record/checkup.ts'
import { Address } from './account.ts'

/** JSON text: `{"precautions": ["…"], "reservation_precaution": "…"}`. What cannot be parsed counts as absent: `readPrecautions` of the rules. */
const precautions = Type.String()

/** Days ahead by which it must be booked; in business days where the facility says so. Null: as the facility’s rules say. */
const lead = { lead_days: Nullable(Type.Integer()), lead_is_business: Type.Boolean() }

const words = { name: Type.String(), name_ja: Type.String(), display_name: Type.String() }

export type FacilityCourse = Static<typeof FacilityCourse>
export const FacilityCourse = Type.Object({
  id: Id,
  ...words,
  kind: OneOf(testPackageKinds),
  /** Yen, tax included. */
  price: Type.Integer(),
  precautions,
  ...lead,
  /** Of the test categories. */
  test_category_names: Type.Array(Type.String()),
  /** The options that can be added to it. */
  option_ids: Type.Array(Id),
})

export type FacilityOption = Static<typeof FacilityOption>
export const FacilityOption = Type.Object({
  id: Id,
  ...words,
  price: Type.Integer(),
  precautions,
  ...lead,
  test_category_names: Type.Array(Type.String()),
})

/** Tokyo’s clock, `HH:MM`; 0 Sunday to 6 Saturday. */
export type FacilityHours = Static<typeof FacilityHours>
export const FacilityHours = Type.Object({ weekday: Type.Integer(), opens: Type.String(), closes: Type.String() })
/** When a checkup can begin, and how many people can. */
export const StartTime = Type.Object({ weekday: Type.Integer(), time: Type.String(), capacity: Type.Integer() })

export type Facility = Static<typeof Facility>
export const Facility = Type.Object({
  id: Id,
  ...words,
  /** As it is read, in katakana: people search by it. */
  name_kana: Type.String(),
  address: Address,
  access_text: Type.String(),
  access_url: Type.String(),
  map_url: Type.String(),
  phone_number: Type.String(),
  additional_information: Type.String(),
  /** The language the texts are in: Japanese where there is no other. */
  text_language: OneOf(['ja', 'en']),
  sort_number: Type.Integer(),
  /** An invisible one is neither listed nor booked any more; what was booked there keeps showing it. */
  visible: Type.Boolean(),
  courses: Type.Optional(Type.Array(FacilityCourse)),
  options: Type.Optional(Type.Array(FacilityOption)),
  hours: Type.Optional(Type.Array(FacilityHours)),
  start_times: Type.Optional(Type.Array(StartTime)),
})

const parts = Include('courses', 'options', 'hours', 'start_times')

export const listFacilities = endpoint({
  method: 'GET',
  path: '/api/facilities',
  permission: 'catalogue.read',
  summary: 'The facilities that can be chosen, in their own order',
  query: Sent({ include: parts }),
  reply: Items(Facility),
  cache: 'reference',
  example: { query: { include: ['courses'] } },
})

export const getFacility = endpoint({
  method: 'GET',
  path: '/api/facilities/:id',
  permission: 'catalogue.read',
  summary: 'One facility with its courses, options and hours',
  description: 'One that is no longer listed is not found.',
  params: ById,
  reply: Facility,
  cache: 'reference',
  example: { params: { id: 1 } },
})

/** Day text of rules that come every year is `MM-DD`. Two kinds count days: until the booking, and until the last change. */
export const forbiddenRuleTypes = ['weekday', 'national_holiday', 'date', 'date_range', 'date_range_yearly', 'lead_days', 'change_cutoff'] as const

export type ForbiddenRule = Static<typeof ForbiddenRule>
export const ForbiddenRule = Type.Object({
  id: Id,
  facility_id: Id,
  type: OneOf(forbiddenRuleTypes),
  /** 0 Sunday to 6 Saturday. */
  weekdays: Type.Array(Type.Integer()),
  dates: Type.Array(Day),
  /** `YYYY-MM-DD`, or every year `MM-DD`; both ends belong to it, and a yearly one may go over the new year. */
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  days: Nullable(Type.Integer()),
  /** The days are those on which the facility is open. */
  is_business: Type.Boolean(),
  /** Of a cut-off, Tokyo’s clock. */
  time: Nullable(Type.String()),
})

export const listForbiddenRules = endpoint({
  method: 'GET',
  path: '/api/facilities/:facilityId/facility_reservation_forbidden_rules',
  permission: 'catalogue.read',
  summary: 'On which days a facility takes no bookings, and Japan’s holidays of this year and the next two',
  description: 'The rules of the contract’s `rules/reservation` judge a day by them, on the server as in the picker.',
  params: Sent({ facilityId: Id }),
  reply: Type.Object({ items: Type.Array(ForbiddenRule), holidays: Type.Array(Type.Object({ day: Day, name: Type.String() })) }),
  cache: 'reference',
  example: { params: { facilityId: 1 } },
})

export type Opening = Static<typeof Opening>
export const Opening = Type.Object({ starts_at: Instant, left: Type.Integer() })

export const listOpenings = endpoint({
  method: 'GET',
  path: '/api/facilities/:id/openings',
  permission: 'catalogue.read',
  summary: 'When a checkup can begin on the days of a facility that are not forbidden, and how many places are left',
  description: 'Of at most 62 days, none of them past. Times that are full are named with 0.',
  params: ById,
  query: Sent({ from: Day, to: Day }),
  reply: Items(Opening),
  example: { params: { id: 1 }, query: { from: '2026-12-01', to: '2026-12-31' } },
})
