import Type, { type Static } from 'typebox'
import { interviewKinds, meetingTypes } from '../care/interview.ts'
import { ById, Day, endpoint, Id, Instant, Nothing, Nullable, OneOf, Page, Sent } from '../endpoint.ts'
import { Person, sexes } from '../people/account.ts'
import { Band } from '../record/checkup.ts'

/** In the order of the board: what is dangerous first, what waits for us next, what is quiet last. */
export const todaySections = [
  'newly_abnormal',
  'worsened',
  'waiting_release',
  'needs_reply',
  'interviews_today',
  'checkup_overdue',
  'no_data',
  'doing_well',
] as const
export type TodaySection = (typeof todaySections)[number]

export const todayScopes = ['mine', 'all'] as const
export type TodayScope = (typeof todayScopes)[number]

export type TodayFinding = Static<typeof TodayFinding>
/** A value that is out of its range, with the one before it. */
export const TodayFinding = Type.Object({
  category_id: Id,
  display_name: Type.String(),
  unit_display: Type.String(),
  decimals: Type.Integer(),
  value: Type.Number(),
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  is_serious: Type.Boolean(),
  recorded_at: Instant,
  /** Null where it was measured for the first time. */
  previous_value: Nullable(Type.Number()),
  previous_at: Nullable(Instant),
  /** What is healthy, by the range it was judged by. */
  healthy: Nullable(Band),
})

export type TodayItem = Static<typeof TodayItem>
export const TodayItem = Type.Object({
  section: OneOf(todaySections),
  patient: Type.Object({
    id: Id,
    first_name: Type.String(),
    last_name: Type.String(),
    first_name_kana: Type.String(),
    last_name_kana: Type.String(),
    icon: Nullable(Type.String()),
    birthday: Nullable(Day),
    sex: Nullable(OneOf(sexes)),
  }),
  /** The checkup or the interview it is about; null where it is about the patient. */
  subject_id: Nullable(Id),
  /** The state of things that is shown. Whoever marks it as reviewed sends it back; any other state is not reviewed. */
  version: Instant,
  /** What the section is about: the time of the result, since when somebody waits, when the interview begins, the last data. */
  at: Instant,
  /** Values of `newly_abnormal` and `worsened`: the most serious three. */
  findings: Type.Array(TodayFinding),
  /** How many there are: values out of range, results that wait, results within range. */
  count: Type.Integer(),
  /** How many of the results that wait are so far out that the patient is called first. */
  serious_count: Type.Integer(),
  /** The name of the checkup or interview as it was given; empty where it has none. */
  name: Type.String(),
  interview_kind: Nullable(OneOf(interviewKinds)),
  ends_at: Nullable(Instant),
  meeting_type: Nullable(OneOf(meetingTypes)),
  /** The beginning of what the patient last wrote. */
  excerpt: Nullable(Type.String()),
  review: Nullable(Type.Object({ id: Id, reviewed_at: Instant, reviewed_by: Person })),
})

const SectionRows = Type.Object({
  items: Type.Array(TodayItem),
  next_page: Nullable(Type.Integer()),
  total_count: Type.Integer(),
  reviewed_count: Type.Integer(),
})

const scope = Type.Optional(OneOf(todayScopes))

export type Today = Static<typeof Today>
export const Today = Type.Object({
  scope: OneOf(todayScopes),
  /** How many patients it was looked at. */
  patient_count: Type.Integer(),
  sections: Type.Array(Type.Object({ section: OneOf(todaySections), ...SectionRows.properties })),
})

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  permission: 'coordination.read',
  summary: 'The board: what needs somebody today, by section',
  description:
    '`mine` (the default) are patients on whose care team I am, and interviews in which I take part; `all` are everybody’s. Of each section the first five rows that nobody has reviewed; `next_page` is where the rest begins in the section’s own list. It is kept up to date by every change, not reckoned now and then.',
  query: Sent({ scope }),
  reply: Today,
  example: { query: { scope: 'mine' } },
})

export const listTodaySection = endpoint({
  method: 'GET',
  path: '/api/today/:section',
  permission: 'coordination.read',
  summary: 'One section of the board, 25 a page',
  description: '`reviewed=true` lists what somebody has reviewed instead, the latest first.',
  params: Sent({ section: OneOf(todaySections) }),
  query: Sent({ scope, reviewed: Type.Optional(Type.Boolean()), page: Page }),
  reply: Type.Object({ ...SectionRows.properties, page: Type.Integer() }),
  example: { params: { section: 'newly_abnormal' }, query: { scope: 'mine' } },
})

export type TodayReview = Static<typeof TodayReview>
export const TodayReview = Type.Object({
  id: Id,
  section: OneOf(todaySections),
  user_id: Id,
  subject_id: Nullable(Id),
  version: Instant,
  reviewed_by: Id,
  reviewed_at: Instant,
})

export const addTodayReview = endpoint({
  method: 'POST',
  path: '/api/today_reviews',
  permission: 'coordination.write',
  summary: 'Marks a row of the board as reviewed, for the whole team',
  description:
    'It leaves the board until something new happens: another `version`. Where only time goes by it comes back by itself: overdue checkups and good progress after 30 days, silence after 14.',
  body: Sent({ section: OneOf(todaySections), user_id: Id, subject_id: Type.Optional(Nullable(Id)), version: Instant }),
  reply: TodayReview,
  status: 201,
  example: { body: { section: 'newly_abnormal', user_id: 1, version: '2026-11-20T00:10:00.000Z' } },
  changes: ['today'],
})

export const removeTodayReview = endpoint({
  method: 'DELETE',
  path: '/api/today_reviews/:id',
  permission: 'coordination.write',
  summary: 'Takes a review back: the row stands on the board again',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['today'],
})
