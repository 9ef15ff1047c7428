import Type, { type Static } from 'typebox'
import { interviewKinds, meetingTypes } from '../care/interview.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Nothing, Nullable, OneOf, Page } from '../endpoint.ts'
import { Person, sexes } from '../people/account.ts'
import { Band } from '../record/checkup.ts'
import { followUpKinds } from '../record/imaging.ts'
import { OptionalComparator, valueFormat } from '../record/value.ts'
import { UrgentContact } from './urgent-contact.ts'

/** In display order: clinical risk first, then patients waiting for us, routine items last. */
export const todaySections = [
  'newly_abnormal',
  'worsened',
  'waiting_release',
  'image_follow_up',
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
/** An out-of-range or critical value with the previous one. */
export const TodayFinding = Type.Object({
  category_id: Id,
  display_name: Type.String(),
  unit_display: Type.String(),
  ...valueFormat,
  value: Type.Number(),
  comparator: OptionalComparator,
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  is_serious: Type.Boolean(),
  /** Whether this is a critical value that the patient was told. */
  is_told: Type.Boolean(),
  /** Whether the value is beyond the limit from which it needs treatment or closer examination. */
  is_far: Type.Boolean(),
  recorded_at: Instant,
  /** Null for the first measurement. */
  previous_value: Nullable(Type.Number()),
  previous_comparator: OptionalComparator,
  previous_at: Nullable(Instant),
  /** The newest value of the item, if this one is older: a critical value of which the patient was not told is listed despite a later normal one. */
  later: Type.Optional(Nullable(Type.Object({ value: Type.Number(), comparator: OptionalComparator, recorded_at: Instant }))),
  /** Healthy band of the range by which the value was judged. */
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
  /** Id of the checkup, image or interview; null for sections about the patient. */
  subject_id: Nullable(Id),
  /** State of the row. A review stores the version that was reviewed; once the version changes, the row is shown again. */
  version: Instant,
  /**
   * Time of the row, by section: of the newest result, of the checkup or of the image; the due day of a follow-up; when the patient began to wait; the start of
   * the interview; when the checkup became overdue; of the latest data. Sections are sorted by it, sections of results by severity first.
   */
  at: Instant,
  /**
   * For `newly_abnormal` and `worsened`: the three most severe values, or all critical ones if those are more; for `waiting_release`: all critical ones.
   * Critical values that the patient was not told yet come first.
   */
  findings: Type.Array(TodayFinding),
  /** Number of findings, of results waiting for release or of results in range, by section. */
  count: Type.Integer(),
  /** Number of critical values. */
  serious_count: Type.Integer(),
  /** Number of critical values that the patient was not told yet. Until it is 0, the row cannot be marked as reviewed. */
  untold_count: Type.Integer(),
  /** Attempts to reach the patient since the first critical value, oldest first. */
  contacts: Type.Array(UrgentContact),
  /** Null if `untold_count` is 0 or no number is stored. */
  phone_number: Nullable(Type.String()),
  /** Title of the checkup or interview; empty if it has none. */
  name: Type.String(),
  /** For `image_follow_up`: the examination and what it waits for; `reading` if its finding is missing. */
  follow_up: Nullable(Type.Object({ display_name: Type.String(), kind: OneOf([...followUpKinds, 'reading']), due_on: Nullable(Day) })),
  interview_kind: Nullable(OneOf(interviewKinds)),
  ends_at: Nullable(Instant),
  meeting_type: Nullable(OneOf(meetingTypes)),
  /** For `needs_reply`: start of the newest waiting message that has text, with or without files. */
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
  /** Number of patients in the scope. */
  patient_count: Type.Integer(),
  sections: Type.Array(Type.Object({ section: OneOf(todaySections), ...SectionRows.properties })),
})

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  listsPatients: true,
  permission: 'coordination.read',
  summary: 'Get the board of patients that need attention today, by section',
  description:
    '`mine` (default): patients on whose care team the caller is, and interviews the caller takes part in; `all`: every patient. Each section has its first five unreviewed rows; `next_page` is the page of the section’s own list to continue with. Updated with every change, and once a night because values expire.',
  query: InputObject({ scope }),
  reply: Today,
  example: { query: { scope: 'mine' } },
})

export const listTodaySection = endpoint({
  method: 'GET',
  path: '/api/today/:section',
  listsPatients: true,
  permission: 'coordination.read',
  summary: 'List one section of the board, 25 a page',
  description: '`reviewed=true` lists the reviewed rows instead, latest review first.',
  params: InputObject({ section: OneOf(todaySections) }),
  query: InputObject({ scope, reviewed: Type.Optional(Type.Boolean()), page: Page }),
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
  summary: 'Mark a row of the board as reviewed, for the whole team',
  description:
    'Hides the row until its `version` changes. Rows that only depend on time are shown again by themselves: `checkup_overdue` and `doing_well` after 30 days, `no_data` and `image_follow_up` after 14. A row with critical values of which the patient was not told is refused with `contact_required`; 409 if the row has changed since `version`.',
  body: InputObject({ section: OneOf(todaySections), user_id: Id, subject_id: Type.Optional(Nullable(Id)), version: Instant }),
  reply: TodayReview,
  status: 201,
  errors: ['conflict', 'contact_required'],
  example: { body: { section: 'newly_abnormal', user_id: 1, version: '2026-11-20T00:10:00.000Z' } },
  staffChanges: ['today'],
})

export const removeTodayReview = endpoint({
  method: 'DELETE',
  path: '/api/today_reviews/:id',
  permission: 'coordination.write',
  summary: 'Undo a review: the row returns to the board',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['today'],
})
