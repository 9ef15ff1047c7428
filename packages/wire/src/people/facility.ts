import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, InputObject, Instant, Items, Nullable, OneOf } from '../endpoint.ts'
import { testPackageKinds } from '../record/checkup.ts'
import { Address } from './account.ts'

/** JSON text: `{"precautions": ["…"], "reservation_precaution": "…"}`. Invalid JSON counts as absent; see `readPrecautions` in `rules`. */
const precautions = Type.String()

/** Minimum lead time of a booking in days, business days if `lead_is_business`; null: none. The facility's rules apply as well. */
const lead = { lead_days: Nullable(Type.Integer()), lead_is_business: Type.Boolean() }

const words = { name: Type.String(), name_ja: Type.String(), display_name: Type.String() }

export type FacilityCourse = Static<typeof FacilityCourse>
export const FacilityCourse = Type.Object({
  id: Id,
  ...words,
  kind: OneOf(testPackageKinds),
  /** Yen including tax. */
  price: Type.Integer(),
  precautions,
  ...lead,
  /** Names of the test categories. */
  test_category_names: Type.Array(Type.String()),
  /** Ids of the options that can be added. */
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

/** `HH:MM` in Tokyo time; weekday 0 is Sunday. */
export type FacilityHours = Static<typeof FacilityHours>
export const FacilityHours = Type.Object({ weekday: Type.Integer(), opens: Type.String(), closes: Type.String() })
/** Bookable start time with its number of slots. */
export const StartTime = Type.Object({ weekday: Type.Integer(), time: Type.String(), capacity: Type.Integer() })

export type Facility = Static<typeof Facility>
export const Facility = Type.Object({
  id: Id,
  ...words,
  /** Reading, used by the search. */
  name_kana: Type.String(),
  address: Address,
  access_text: Type.String(),
  access_url: Type.String(),
  map_url: Type.String(),
  phone_number: Type.String(),
  additional_information: Type.String(),
  /** Language of the texts: English for requests in English, else Japanese. */
  text_language: OneOf(['ja', 'en']),
  sort_number: Type.Integer(),
  /** False: hidden and not bookable; existing bookings still show it. */
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
  summary: 'List bookable facilities in display order',
  query: InputObject({ include: parts }),
  reply: Items(Facility),
  example: { query: { include: ['courses'] } },
})

export const getFacility = endpoint({
  method: 'GET',
  path: '/api/facilities/:id',
  permission: 'catalogue.read',
  summary: 'Get a facility with its courses, options and opening hours',
  description: '404 for a facility that is no longer listed.',
  params: ById,
  reply: Facility,
  example: { params: { id: 1 } },
})

/** Days of yearly rules are `MM-DD`. `lead_days` and `change_cutoff` count days before the checkup: for booking, and for the last change. */
export const forbiddenRuleTypes = ['weekday', 'national_holiday', 'date', 'date_range', 'date_range_yearly', 'lead_days', 'change_cutoff'] as const

export type ForbiddenRule = Static<typeof ForbiddenRule>
export const ForbiddenRule = Type.Object({
  id: Id,
  facility_id: Id,
  type: OneOf(forbiddenRuleTypes),
  /** 0 is Sunday. */
  weekdays: Type.Array(Type.Integer()),
  dates: Type.Array(Day),
  /** `YYYY-MM-DD`, or `MM-DD` for yearly ranges; both ends inclusive, and a yearly range may span the new year. */
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  days: Nullable(Type.Integer()),
  /** Count only days on which the facility is open; calendar days if there are not enough of them in the 400 days before. */
  is_business: Type.Boolean(),
  /** For a cutoff: time of day in Tokyo. */
  time: Nullable(Type.String()),
})

export const listForbiddenRules = endpoint({
  method: 'GET',
  path: '/api/facilities/:facilityId/facility_reservation_forbidden_rules',
  permission: 'catalogue.read',
  summary: 'List the days a facility takes no bookings, with Japan’s holidays',
  description: 'Holidays cover this year and the next two. Server and date picker evaluate the rules with the same code, `rules/people/reservation`.',
  params: InputObject({ facilityId: Id }),
  reply: Type.Object({ items: Type.Array(ForbiddenRule), holidays: Type.Array(Type.Object({ day: Day, name: Type.String() })) }),
  example: { params: { facilityId: 1 } },
})

export type Opening = Static<typeof Opening>
export const Opening = Type.Object({ starts_at: Instant, left: Type.Integer() })

export const listOpenings = endpoint({
  method: 'GET',
  path: '/api/facilities/:id/openings',
  permission: 'catalogue.read',
  summary: 'List bookable start times of a facility with the remaining slots',
  description: 'For a range of at most 62 days, none in the past; days excluded by the facility’s rules are omitted. Fully booked times are listed with 0.',
  params: ById,
  query: InputObject({ from: Day, to: Day }),
  reply: Items(Opening),
  example: { params: { id: 1 }, query: { from: '2026-12-01', to: '2026-12-31' } },
})
