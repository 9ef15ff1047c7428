import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Items, Line, Nothing, Nullable, OneOf, Sent, Text, UserId } from '../endpoint.ts'
import { dateErrors, despite_cutoff, notify, suggested_datetimes_attributes } from './booked.ts'
import { TestPackage, testPackageKinds } from './checkup.ts'

/** Of these the plan covers so many a contract year; all others are paid for. */
export const includedKinds = ['detail', 'followup'] as const satisfies readonly (typeof testPackageKinds)[number][]

export const addTestPackage = endpoint({
  method: 'POST',
  path: '/api/test_packages',
  permission: 'bookings.write',
  summary: 'Books a checkup, or begins to arrange one',
  description:
    'With `tested_at` its date is fixed (2) and a place at the facility taken, without it is being arranged (1) and the patient may wish for dates. Without `kind` it is the course’s. The text of course and options is copied. Without a facility it is a note of a checkup elsewhere, which may lie in the past.',
  body: Sent({
    user_id: Id,
    kind: Type.Optional(OneOf(testPackageKinds)),
    facility_id: Type.Optional(Nullable(Id)),
    course_id: Type.Optional(Nullable(Id)),
    option_ids: Type.Optional(Type.Array(Id, { maxItems: 30 })),
    tested_at: Type.Optional(Nullable(Instant)),
    /** Follows the kind; what is sent must agree with it. */
    included_in_plan: Type.Optional(Type.Boolean()),
    name: Type.Optional(Line(200, 0)),
    location: Type.Optional(Line(200, 0)),
    detail: Type.Optional(Text(5000, 0)),
    expected_data_reflection_date: Type.Optional(Nullable(Day)),
    tests_attributes: Type.Optional(Type.Array(Sent({ category_id: Id, tested_at: Type.Optional(Instant), user_id: Type.Optional(Id) }), { maxItems: 100 })),
    suggested_datetimes_attributes,
    notify,
  }),
  reply: TestPackage,
  status: 201,
  errors: [...dateErrors, 'course_not_of_facility', 'course_kind_differs', 'option_not_of_course'],
  example: { body: { user_id: 1, kind: 'simple', facility_id: 1, course_id: 3, option_ids: [] } },
  changes: ['test_packages', 'checkup_quota'],
})

export const removeTestPackage = endpoint({
  method: 'DELETE',
  path: '/api/test_packages/:id',
  permission: 'bookings.write',
  summary: 'Removes a checkup that is being arranged; one whose date is fixed is cancelled',
  description: 'Only without results.',
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
  summary: 'Cancels a checkup and frees its place',
  description: 'It stays, and is listed with `include[]=cancelled`. Only without results.',
  params: ById,
  body: Sent({ reason: Type.Optional(Text(500, 0)), notify, despite_cutoff }),
  reply: TestPackage,
  errors: ['has_results', 'change_too_late'],
  example: { params: { id: 1 }, body: { reason: 'ご都合により' } },
  changes: ['test_packages', 'checkup_quota', 'checkup_waitlist'],
})

export const getTestPackageCalendar = endpoint({
  method: 'GET',
  path: '/test_packages/:id/calendar',
  permission: 'patient.read',
  summary: 'A checkup as a calendar’s entry, with place and precautions',
  description: 'Of one whose date is fixed. Again after a change it has a higher SEQUENCE, after a cancellation METHOD:CANCEL.',
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
  summary: 'The mail a patient would get, as it would be sent',
  query: Sent({ user_id: Id, change: OneOf(bookingChanges), tested_at: Type.Optional(Instant) }),
  reply: Type.Object({ subject: Type.String(), text: Type.String() }),
  example: { query: { user_id: 1, change: 'moved', tested_at: '2026-12-09T00:00:00Z' } },
})

export type CheckupQuota = Static<typeof CheckupQuota>
export const CheckupQuota = Type.Object({
  user_id: Id,
  /** Null: no contract covers that day. */
  contract_id: Nullable(Id),
  items: Type.Array(
    Type.Object({
      kind: OneOf(includedKinds),
      allowed: Type.Integer(),
      used: Type.Integer(),
      left: Type.Integer(),
      /** The contract year it is counted in, both ends included. */
      from: Day,
      until: Day,
    }),
  ),
})

export const getCheckupQuota = endpoint({
  method: 'GET',
  path: '/api/checkup_quota',
  permission: 'patient.read',
  summary: 'How many checkups the plan covers in the contract year of a day, and how many are left',
  description: '`on` is the day of the checkup; today without it. None without a contract.',
  query: Sent({ user_id: Id, on: Type.Optional(Day) }),
  reply: CheckupQuota,
  example: { query: { user_id: 1 } },
})

export const waitlistStates = ['waiting', 'offered', 'accepted', 'closed'] as const

export type WaitlistEntry = Static<typeof WaitlistEntry>
export const WaitlistEntry = Type.Object({
  id: Id,
  user_id: Id,
  test_package_id: Id,
  /** The days that would suit, both included. */
  earliest: Day,
  latest: Day,
  state: OneOf(waitlistStates),
  /** A place that is kept for the patient until it expires. */
  offer: Nullable(Type.Object({ id: Id, starts_at: Instant, expires_at: Instant })),
  created_at: Instant,
})

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/checkup_waitlist',
  permission: 'patient.read',
  summary: 'What a patient waits for: an earlier date of a checkup, newest first',
  description: 'At most 100.',
  query: UserId,
  reply: Items(WaitlistEntry),
  example: { query: { user_id: 1 } },
})

export const addWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/checkup_waitlist',
  permission: 'bookings.propose',
  summary: 'Asks for an earlier date of a checkup whose date is fixed',
  description: 'When a place becomes free, those who wait are asked in the order they asked, each for 24 hours.',
  body: Sent({ test_package_id: Id, earliest: Day, latest: Day }),
  reply: WaitlistEntry,
  status: 201,
  example: { body: { test_package_id: 1, earliest: '2026-12-01', latest: '2026-12-20' } },
  changes: ['checkup_waitlist'],
})

export const removeWaitlistEntry = endpoint({
  method: 'DELETE',
  path: '/api/checkup_waitlist/:id',
  permission: 'bookings.propose',
  summary: 'Does not wait for an earlier date any more',
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
  summary: 'Takes the earlier date that was offered: the checkup moves there',
  params: ById,
  body: Sent({}),
  reply: TestPackage,
  errors: ['offer_over', 'contract_required', 'quota_used_up'],
  example: { params: { id: 1 }, body: {} },
  changes: ['test_packages', 'checkup_waitlist', 'checkup_quota'],
})

export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/checkup_offers/:id/decline',
  permission: 'bookings.propose',
  summary: 'Leaves the earlier date to the next one, and goes on waiting',
  params: ById,
  body: Sent({}),
  reply: WaitlistEntry,
  errors: ['offer_over'],
  example: { params: { id: 1 }, body: {} },
  changes: ['checkup_waitlist'],
})
