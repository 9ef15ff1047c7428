import Type, { type Static } from 'typebox'
import { Id, InputObject, Instant, Nullable } from '../endpoint.ts'

/** Max suggested dates of a booking. */
export const maxSuggestedDatetimes = 3

export type PackageFacility = Static<typeof PackageFacility>
export const PackageFacility = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  access_text: Type.String(),
  map_url: Type.String(),
  phone_number: Type.String(),
})

export type SuggestedDatetime = Static<typeof SuggestedDatetime>
export const SuggestedDatetime = Type.Object({ id: Id, datetime: Instant, priority: Type.Integer() })

/** The Japanese texts, copied at booking. `body_local` is JSON text: `{"precautions": ["…"], "reservation_precaution": "…"}`. */
const Copied = { id: Id, name_local: Type.String(), body_local: Type.String() }
export type BookedItem = Static<typeof BookedItem>
export const BookedItem = Type.Object(Copied)

/** Booking fields of a checkup. */
export const booked = {
  /** May be a facility that is no longer listed. */
  facility: Nullable(PackageFacility),
  course: Nullable(BookedItem),
  options: Type.Array(BookedItem),
  /** Course and options joined with a full-width slash; empty without a course. */
  menu_text: Type.String(),
  /** The patient's suggested dates, highest `priority` first. */
  suggested_datetimes: Type.Array(SuggestedDatetime),
  /** Last moment at which the facility lets the date be changed or cancelled; null if it sets no limit or no date is fixed. */
  change_until: Nullable(Instant),
  cancelled_at: Nullable(Instant),
  /** Staff only; null for patients. */
  cancel_reason: Nullable(Type.String()),
}

/** Replaces all suggested dates. The highest `priority` is the first choice. */
export const suggested_datetimes_attributes = Type.Optional(
  Type.Array(InputObject({ datetime: Instant, priority: Type.Integer({ minimum: 1, maximum: maxSuggestedDatetimes }) }), { maxItems: maxSuggestedDatetimes }),
)

/** Whether to mail the patient about this call. */
export const notify = Type.Optional(Type.Boolean())
/** Staff only: change or cancel after `change_until`, because the facility has agreed. */
export const despite_cutoff = Type.Optional(Type.Boolean())

/** Error codes of a rejected booking. */
export const bookingErrors = [
  'facility_not_bookable',
  'start_not_offered',
  'slot_taken',
  'contract_required',
  'quota_used_up',
  'closed_weekday',
  'closed_holiday',
  'closed_day',
  'closed_period',
  'too_soon',
] as const
