import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf, Text, UserId } from '../endpoint.ts'
import { bookingErrors, despite_cutoff, notify, suggested_datetimes_attributes } from './booked.ts'
import { TestPackage, testPackageKinds } from './checkup.ts'

/** Kinds limited by the plan's quota for each contract year; all others are paid separately. */
export const includedKinds = ['detail', 'followup'] as const satisfies readonly (typeof testPackageKinds)[number][]

export const addTestPackage = endpoint({
  method: 'POST',
  path: '/api/test_packages',
  permission: 'bookings.write',
  summary: 'Book a checkup, or start to arrange one',
  description:
    'With `tested_at` the date is fixed (status 2) and a slot of the facility is taken; without it the checkup is being arranged (status 1) and the patient may send suggested dates. `kind` defaults to the course’s. Texts of the course and options are copied. Without a facility the call records a checkup that takes place elsewhere and may be in the past.',
  body: InputObject({
    user_id: Id,
    kind: Type.Optional(OneOf(testPackageKinds)),
    facility_id: Type.Optional(Nullable(Id)),
    course_id: Type.Optional(Nullable(Id)),
    option_ids: Type.Optional(Type.Array(Id, { maxItems: 30 })),
    tested_at: Type.Optional(Nullable(Instant)),
    /** Determined by the kind; if sent, it must match. */
    included_in_plan: Type.Optional(Type.Boolean()),
    name: Type.Optional(Line(200, 0)),
    location: Type.Optional(Line(200, 0)),
    detail: Type.Optional(Text(5000, 0)),
    expected_data_reflection_date: Type.Optional(Nullable(Day)),
    tests_attributes: Type.Optional(
      Type.Array(InputObject({ category_id: Id, tested_at: Type.Optional(Instant), user_id: Type.Optional(Id) }), { maxItems: 100 }),
    ),
    suggested_datetimes_attributes,
    notify,
  }),
  reply: TestPackage,
  status: 201,
  errors: [...bookingErrors, 'course_not_of_facility', 'course_kind_differs', 'option_not_of_course'],
  example: { body: { user_id: 1, kind: 'simple', facility_id: 1, course_id: 3, option_ids: [] } },
  changes: ['test_packages', 'checkup_quota'],
})

export const removeTestPackage = endpoint({
  method: 'DELETE',
  path: '/api/test_packages/:id',
  permission: 'bookings.write',
  summary: 'Delete a checkup being arranged; cancel one with a fixed date',
  description: 'Fails with `has_results` if the checkup has results.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['invalid', 'has_results', 'change_too_late'],
  example: { params: { id: 1 } },
  changes: ['test_packages', 'checkup_quota', 'checkup_waitlist'],
})

export const cancelTestPackage = endpoint({
  method: 'POST',
  path: '/api/test_packages/:id/cancel',
  permission: 'bookings.write',
  summary: 'Cancel a checkup and release its slot',
  description: 'The checkup is kept and listed with `include[]=cancelled`. Fails with `has_results` if it has results.',
  params: ById,
  body: InputObject({ reason: Type.Optional(Text(500, 0)), notify, despite_cutoff }),
  reply: TestPackage,
  errors: ['has_results', 'change_too_late'],
  example: { params: { id: 1 }, body: { reason: 'ご都合により' } },
  changes: ['test_packages', 'checkup_quota', 'checkup_waitlist'],
})

export const getTestPackageCalendar = endpoint({
  method: 'GET',
  path: '/test_packages/:id/calendar',
  permission: 'patient.read',
  summary: 'Download a checkup as a calendar file with place and precautions',
  description: 'For a checkup with a fixed date. After a change the file has a higher SEQUENCE, after a cancellation METHOD:CANCEL.',
  params: ById,
  reply: Type.String(),
  media: 'text/calendar',
  example: { params: { id: 1 } },
})

export const bookingChanges = ['arranging', 'fixed', 'moved', 'cancelled', 'offered'] as const
export type BookingChange = (typeof bookingChanges)[number]

export const previewBookingNotice = endpoint({
  method: 'GET',
  path: '/api/test_packages/notice',
  permission: 'bookings.write',
  summary: 'Preview the mail to the patient about a checkup',
  description: 'With `is_day`, the mail for a checkup without a facility: once the date is fixed, it gives the day without a time.',
  query: InputObject({ user_id: Id, change: OneOf(bookingChanges), tested_at: Type.Optional(Instant), is_day: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ subject: Type.String(), text: Type.String() }),
  example: { query: { user_id: 1, change: 'moved', tested_at: '2026-12-09T00:00:00Z' } },
})

export type CheckupQuota = Static<typeof CheckupQuota>
export const CheckupQuota = Type.Object({
  user_id: Id,
  /** Null if no contract covers the day or it is too far ahead to be booked. */
  contract_id: Nullable(Id),
  items: Type.Array(
    Type.Object({
      kind: OneOf(includedKinds),
      allowed: Type.Integer(),
      used: Type.Integer(),
      left: Type.Integer(),
      /** Contract year of the quota, both days inclusive. */
      from: Day,
      until: Day,
    }),
  ),
})

export const getCheckupQuota = endpoint({
  method: 'GET',
  path: '/api/checkup_quota',
  permission: 'patient.read',
  summary: 'Get the checkup quota of a contract year: included and remaining',
  description: '`on` is the day of the checkup, default today. `items` is empty without a contract.',
  query: InputObject({ user_id: Id, on: Type.Optional(Day) }),
  reply: CheckupQuota,
  example: { query: { user_id: 1 } },
})

export const waitlistStates = ['waiting', 'offered', 'accepted', 'closed'] as const

export type WaitlistEntry = Static<typeof WaitlistEntry>
export const WaitlistEntry = Type.Object({
  id: Id,
  user_id: Id,
  test_package_id: Id,
  /** Range of acceptable days, both inclusive. */
  earliest: Day,
  latest: Day,
  state: OneOf(waitlistStates),
  /** A slot reserved for the patient until `expires_at`. */
  offer: Nullable(Type.Object({ id: Id, starts_at: Instant, expires_at: Instant })),
  created_at: Instant,
})

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/checkup_waitlist',
  permission: 'patient.read',
  summary: 'List a patient’s waitlist entries for earlier checkup dates, newest first',
  description: 'Max 100.',
  query: UserId,
  reply: Items(WaitlistEntry),
  example: { query: { user_id: 1 } },
})

export const addWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/checkup_waitlist',
  permission: 'bookings.propose',
  summary: 'Join the waitlist for an earlier date of a fixed checkup',
  description:
    'When a slot becomes free, it is offered to the entries in the order they were added, for up to 24 hours each: the offer ends earlier at the cutoff for changes of the booked date or at the start of the slot. A slot is not offered if less than an hour is left.',
  body: InputObject({ test_package_id: Id, earliest: Day, latest: Day }),
  reply: WaitlistEntry,
  status: 201,
  example: { body: { test_package_id: 1, earliest: '2026-12-01', latest: '2026-12-20' } },
  changes: ['checkup_waitlist'],
})

export const removeWaitlistEntry = endpoint({
  method: 'DELETE',
  path: '/api/checkup_waitlist/:id',
  permission: 'bookings.propose',
  summary: 'Leave the waitlist',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['checkup_waitlist'],
})

export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/checkup_offers/:id/accept',
  permission: 'bookings.propose',
  summary: 'Accept the offered date; the checkup moves to it',
  params: ById,
  body: InputObject({}),
  reply: TestPackage,
  errors: ['offer_over', 'contract_required', 'quota_used_up'],
  example: { params: { id: 1 }, body: {} },
  changes: ['test_packages', 'checkup_waitlist', 'checkup_quota'],
})

export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/checkup_offers/:id/decline',
  permission: 'bookings.propose',
  summary: 'Decline the offered date and stay on the waitlist',
  params: ById,
  body: InputObject({}),
  reply: WaitlistEntry,
  errors: ['offer_over'],
  example: { params: { id: 1 }, body: {} },
  changes: ['checkup_waitlist'],
})
