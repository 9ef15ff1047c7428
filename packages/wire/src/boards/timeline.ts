import Type, { type Static } from 'typebox'
import { Assessment } from '../care/assessment.ts'
import { HabitGoal } from '../care/habit.ts'
import { Interview } from '../care/interview.ts'
import { Karte } from '../care/karte.ts'
import { endpoint, Id, Instant, Items, Nullable, OneOf, Sent } from '../endpoint.ts'
import { Contract } from '../people/contract.ts'
import { NumericTestResultCategory, TestPackage } from '../record/checkup.ts'
import { Questionnaire } from '../record/questionnaire.ts'

/** What the stream is made of, in the order of its chips. */
export const timelineKinds = ['karte', 'interview', 'test_package', 'questionnaire', 'habit_goal', 'assessment', 'contract'] as const
export type TimelineKind = (typeof timelineKinds)[number]
/** A goal that was added and achieved is there twice, and so are judgements and contracts. */
export const timelineEvents = ['happened', 'added', 'achieved', 'solved', 'started', 'renewed', 'ended'] as const
export type TimelineEvent = (typeof timelineEvents)[number]

const Limit = Nullable(Type.Number())

/** A value that stands out, with what it was before. */
export type NotableValue = Static<typeof NotableValue>
export const NotableValue = Type.Object({
  result_id: Id,
  category: NumericTestResultCategory,
  value: Type.Number(),
  recorded_at: Instant,
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  is_serious: Type.Boolean(),
  /** What it was judged against. */
  healthy: Nullable(Type.Object({ min: Limit, max: Limit })),
  /** At most eight, the oldest first; this one is the last. */
  history: Type.Array(Type.Object({ recorded_at: Instant, value: Type.Number() })),
})

/** What came of a checkup. */
export type Findings = Static<typeof Findings>
export const Findings = Type.Object({
  total: Type.Integer(),
  unhealthy: Type.Integer(),
  warning: Type.Integer(),
  /** Not judged. */
  unknown: Type.Integer(),
  /** At most three, the most serious first. */
  notable: Type.Array(NotableValue),
})

export type TimelineItem = Static<typeof TimelineItem>
/** The row of the item is under the name of its kind; the others are absent. */
export const TimelineItem = Type.Object({
  kind: OneOf(timelineKinds),
  event: OneOf(timelineEvents),
  /** Of the row. */
  id: Id,
  at: Instant,
  /** Only the day is known; `at` is its beginning in Tokyo. */
  is_day: Type.Boolean(),
  karte: Type.Optional(Karte),
  interview: Type.Optional(Interview),
  test_package: Type.Optional(TestPackage),
  /** Of a checkup, once there are results and the reader may see them. */
  findings: Type.Optional(Nullable(Findings)),
  questionnaire: Type.Optional(Questionnaire),
  habit_goal: Type.Optional(HabitGoal),
  assessment: Type.Optional(Assessment),
  contract: Type.Optional(Contract),
})

const Query = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Cursor = Type.String({ maxLength: 40, pattern: '^[0-9a-z]{1,11}-\\d{1,2}-[0-9a-z]{1,11}$' })
export const maxTimelineItems = 50

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/timeline',
  permission: 'patient.read',
  summary: 'What happened with a patient, in one stream, newest first',
  description:
    'Up to now; what is planned is in the lists of interviews and checkups. `month` begins with the end of that month; `item` with that item, or where it is not in the stream with the newest, `before` and `after` are `older` and `newer` of an answer; one of the four. `q` takes parts of words, each of which must be found. Patients see no kartes and no assessments, and of checkups no values before they are released.',
  query: Sent({
    user_id: Id,
    kinds: Type.Optional(Type.Array(OneOf(timelineKinds), { maxItems: timelineKinds.length })),
    q: Type.Optional(Query),
    month: Type.Optional(Type.String({ pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$', maxLength: 7 })),
    /** The kind and the id of one item, `karte-12`. */
    item: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}-[1-9]\\d{0,14}$', maxLength: 40 })),
    before: Type.Optional(Cursor),
    after: Type.Optional(Cursor),
    /** Without it 25. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTimelineItems })),
  }),
  reply: Type.Object({
    items: Type.Array(TimelineItem),
    /** Where older ones begin; null at the end. */
    older: Nullable(Type.String()),
    /** Where newer ones begin; null at the beginning. */
    newer: Nullable(Type.String()),
  }),
  errors: ['invalid'],
  example: { query: { user_id: 1, kinds: ['interview', 'test_package'] } },
})

export type TimelineMonth = Static<typeof TimelineMonth>
export const TimelineMonth = Type.Object({
  /** `YYYY-MM`, in Tokyo. */
  month: Type.String(),
  kind: OneOf(timelineKinds),
  count: Type.Integer(),
})

export const listTimelineMonths = endpoint({
  method: 'GET',
  path: '/api/timeline/months',
  permission: 'patient.read',
  summary: 'How much of each kind the stream has in each month, newest first',
  description: 'Of what the reader may see. With `q` of what it finds. Months in which there is nothing are left out.',
  query: Sent({ user_id: Id, q: Type.Optional(Query) }),
  reply: Items(TimelineMonth),
  example: { query: { user_id: 1 } },
})
