import Type, { type Static } from 'typebox'
import { Assessment } from '../care/assessment.ts'
import { HabitGoal } from '../care/habit.ts'
import { Interview } from '../care/interview.ts'
import { Karte } from '../care/karte.ts'
import { endpoint, Id, InputObject, Instant, Items, Nullable, OneOf } from '../endpoint.ts'
import { Contract } from '../people/contract.ts'
import { OrderSummary } from '../people/order.ts'
import { NumericTestResultCategory, TestPackage } from '../record/checkup.ts'
import { Questionnaire } from '../record/questionnaire.ts'
import { OptionalComparator } from '../record/value.ts'
import { UrgentContact } from './urgent-contact.ts'

/** Kinds of timeline items, in the order of the filter chips. */
export const timelineKinds = ['karte', 'interview', 'test_package', 'questionnaire', 'habit_goal', 'assessment', 'contract', 'order', 'urgent_contact'] as const
export type TimelineKind = (typeof timelineKinds)[number]
/** A goal appears when it is added and again when it is achieved; likewise an assessment that is solved and a contract that ends. */
export const timelineEvents = ['happened', 'added', 'achieved', 'solved', 'started', 'renewed', 'ended'] as const
export type TimelineEvent = (typeof timelineEvents)[number]

const Limit = Nullable(Type.Number())

/** An abnormal value with its history. */
export type NotableValue = Static<typeof NotableValue>
export const NotableValue = Type.Object({
  result_id: Id,
  category: NumericTestResultCategory,
  value: Type.Number(),
  comparator: OptionalComparator,
  recorded_at: Instant,
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  is_serious: Type.Boolean(),
  /** Healthy band of the range by which the value was judged. */
  healthy: Nullable(Type.Object({ min: Limit, max: Limit })),
  /** Max eight, oldest first; the last one is this value. */
  history: Type.Array(Type.Object({ recorded_at: Instant, value: Type.Number(), comparator: OptionalComparator })),
})

/** Summary of a checkup's results. */
export type Findings = Static<typeof Findings>
export const Findings = Type.Object({
  total: Type.Integer(),
  /** Number of unhealthy values and of critical values of any status; `warning` and `unknown` leave critical ones out. */
  unhealthy: Type.Integer(),
  warning: Type.Integer(),
  /** Number of values without a status. */
  unknown: Type.Integer(),
  /** Max three, the most severe first. */
  notable: Type.Array(NotableValue),
})

export type TimelineItem = Static<typeof TimelineItem>
/** The record is in the property named after `kind`; the other properties are absent. */
export const TimelineItem = Type.Object({
  kind: OneOf(timelineKinds),
  event: OneOf(timelineEvents),
  /** Id of the record. */
  id: Id,
  at: Instant,
  /** Whether only the day is known; `at` is then the start of that day in Tokyo. */
  is_day: Type.Boolean(),
  karte: Type.Optional(Karte),
  interview: Type.Optional(Interview),
  test_package: Type.Optional(TestPackage),
  /** For checkups with results that the reader may see. */
  findings: Type.Optional(Nullable(Findings)),
  questionnaire: Type.Optional(Questionnaire),
  habit_goal: Type.Optional(HabitGoal),
  assessment: Type.Optional(Assessment),
  contract: Type.Optional(Contract),
  order: Type.Optional(OrderSummary),
  urgent_contact: Type.Optional(UrgentContact),
})

const Query = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Cursor = Type.String({ maxLength: 40, pattern: '^[0-9a-z]{1,11}-\\d{1,2}-[0-9a-z]{1,11}$' })
export const maxTimelineItems = 50

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/timeline',
  permission: 'patient.read',
  summary: 'List a patient’s timeline, newest first',
  description:
    'The timeline ends now; planned items are in the lists of interviews and checkups. Choose at most one start: `month` starts at the end of that month; `item` at that item, or at the newest if it is not in the timeline; `before` and `after` take the `older` and `newer` cursors of a reply. All words of `q` must match, partial words included. Patients get no kartes, no assessments and no urgent contacts; of the staff only administrators get orders. Nobody gets orders whose payment is pending or failed. Patients get no values of a checkup before its release.',
  query: InputObject({
    user_id: Id,
    kinds: Type.Optional(Type.Array(OneOf(timelineKinds), { maxItems: timelineKinds.length })),
    q: Type.Optional(Query),
    month: Type.Optional(Type.String({ pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$', maxLength: 7 })),
    /** Kind and id of an item, such as `karte-12`. */
    item: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}-[1-9]\\d{0,14}$', maxLength: 40 })),
    before: Type.Optional(Cursor),
    after: Type.Optional(Cursor),
    /** Default 25. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTimelineItems })),
  }),
  reply: Type.Object({
    items: Type.Array(TimelineItem),
    /** Cursor of the next older page; null at the end. */
    older: Nullable(Type.String()),
    /** Cursor of the next newer page; null if there is nothing newer. */
    newer: Nullable(Type.String()),
  }),
  errors: ['invalid'],
  example: { query: { user_id: 1, kinds: ['interview', 'test_package'] } },
})

export type TimelineMonth = Static<typeof TimelineMonth>
export const TimelineMonth = Type.Object({
  /** `YYYY-MM` in Tokyo time. */
  month: Type.String(),
  kind: OneOf(timelineKinds),
  count: Type.Integer(),
})

export const listTimelineMonths = endpoint({
  method: 'GET',
  path: '/api/timeline/months',
  permission: 'patient.read',
  summary: 'Count timeline items by month and kind, newest month first',
  description: 'Counts what the reader may see; with `q`, only the matches. Months without items are omitted.',
  query: InputObject({ user_id: Id, q: Type.Optional(Query) }),
  reply: Items(TimelineMonth),
  example: { query: { user_id: 1 } },
})
