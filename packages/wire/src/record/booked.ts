import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, Sent } from '../endpoint.ts'

/** At most so many days may be wished for. */
export const maxWishes = 3

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

/** As they were at booking, in the facility’s language. `body_local` is JSON text: `{"precautions": ["…"], "reservation_precaution": "…"}`. */
const Copied = { id: Id, name_local: Type.String(), body_local: Type.String() }
export type BookedItem = Static<typeof BookedItem>
export const BookedItem = Type.Object(Copied)

/** What a checkup has once it is arranged with a facility. */
export const booked = {
  /** Also one that is no longer listed. */
  facility: Nullable(PackageFacility),
  course: Nullable(BookedItem),
  options: Type.Array(BookedItem),
  /** Course and options joined with a full-width slash; empty without a course. */
  menu_text: Type.String(),
  /** The patient’s wishes, the first wish first: the highest number. */
  suggested_datetimes: Type.Array(SuggestedDatetime),
  /** The last moment at which the facility lets the date be changed; null where it says nothing of it or no date is fixed. */
  change_until: Nullable(Instant),
  cancelled_at: Nullable(Instant),
  /** For staff; null for patients. */
  cancel_reason: Nullable(Type.String()),
}

/** All wishes at once, in place of those that were there; the first wish has the highest number. */
export const suggested_datetimes_attributes = Type.Optional(
  Type.Array(Sent({ datetime: Instant, priority: Type.Integer({ minimum: 1, maximum: maxWishes }) }), { maxItems: maxWishes }),
)

/** Whether the patient is told by mail; asked each time. */
export const notify = Type.Optional(Type.Boolean())
/** Staff have agreed with the facility on a change that comes too late. */
export const despite_cutoff = Type.Optional(Type.Boolean())

/** Why a day or a time cannot be booked. */
export const dateErrors = [
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
