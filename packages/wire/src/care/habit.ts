import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Nothing, Nullable, OneOf, Text, UserId } from '../endpoint.ts'

export const habitGoalKinds = ['meal', 'preference', 'sport', 'sleep', 'checkup', 'vaccine', 'other'] as const
export type HabitGoalKind = (typeof habitGoalKinds)[number]

/** Data that measures a goal. Steps and sleep have no category. */
export const habitGoalCategoryTypes = ['numeric_test_result_category', 'lifestyle_category', 'step', 'sleep'] as const
export const typesWithoutCategory = ['step', 'sleep'] as const satisfies readonly (typeof habitGoalCategoryTypes)[number][]

const categoryFields = {
  category_type: OneOf(habitGoalCategoryTypes),
  category_id: Nullable(Id),
  /** Whether device data of this category counts towards the goal automatically. */
  is_sync_action: Type.Boolean(),
  /** Steps or minutes of sleep a day that count as done; null if the data cannot decide whether the goal was met. */
  target: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
}

export type HabitGoalCategory = Static<typeof HabitGoalCategory>
export const HabitGoalCategory = Type.Object({
  id: Id,
  ...categoryFields,
  /** Status of the newest value; null if there is none or it was not judged. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
})

const maxCategories = 20
/** Nested attributes: `id` changes an existing entry, `id` with `_destroy` removes it, no `id` adds one. */
const categories_attributes = Type.Optional(
  Type.Array(
    InputObject({
      id: Type.Optional(Id),
      _destroy: Type.Optional(Type.Boolean()),
      category_type: Type.Optional(categoryFields.category_type),
      category_id: Type.Optional(categoryFields.category_id),
      is_sync_action: Type.Optional(categoryFields.is_sync_action),
      /** Where `is_sync_action` is switched on, defaults to 6,000 steps or 420 minutes of sleep. */
      target: Type.Optional(categoryFields.target),
    }),
    { maxItems: maxCategories },
  ),
)
/** The first line is the goal, further lines explain it. */
const content = Text(500)
/** Days a week; null for goals that are not measured by day. */
const DaysPerWeek = Nullable(Type.Integer({ minimum: 1, maximum: 7 }))

export const goalDaySources = ['person', 'data'] as const
export type GoalDay = Static<typeof GoalDay>
export const GoalDay = Type.Object({
  day: Day,
  /** Null if there is neither an answer nor data. */
  done: Nullable(Type.Boolean()),
  source: Nullable(OneOf(goalDaySources)),
})

export type HabitGoal = Static<typeof HabitGoal>
export const HabitGoal = Type.Object({
  id: Id,
  user_id: Id,
  /** The person's own text, else the template's in the request's language. */
  content: Type.String(),
  kind: OneOf(habitGoalKinds),
  template_id: Nullable(Id),
  achieved_on: Nullable(Day),
  days_per_week: DaysPerWeek,
  /** First and last day of the pause; both null if there was none. */
  paused_on: Nullable(Day),
  paused_until: Nullable(Day),
  /** The last seven days in Tokyo, today last; empty if the goal is achieved or not measured by day. */
  week: Type.Array(GoalDay),
  /**
   * 0 to 100: days done of those required by `days_per_week`, or for a goal without it the share of its healthy values; 100 once achieved; null if no day
   * counts or there is no value.
   */
  progress: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  categories: Type.Array(HabitGoalCategory),
  created_at: Instant,
  updated_at: Instant,
})

export const listHabitGoals = endpoint({
  method: 'GET',
  path: '/api/habit_goals',
  permission: 'patient.read',
  summary: 'List a patient’s habit goals: open ones first, then achieved ones',
  description: 'Open goals by creation, achieved ones newest first. Max 1,000.',
  query: UserId,
  reply: Items(HabitGoal),
  example: { query: { user_id: 1 } },
})

export const addHabitGoal = endpoint({
  method: 'POST',
  path: '/api/habit_goals',
  permission: 'habit_goals.add',
  summary: 'Add a habit goal to a patient, as free text or from a template',
  description:
    'With `template_id`, fields missing in the body come from the template: the kind, the categories and the content, which is then shown in each reader’s language.',
  body: InputObject({
    user_id: Id,
    content: Type.Optional(content),
    kind: Type.Optional(OneOf(habitGoalKinds)),
    template_id: Type.Optional(Id),
    /** Defaults to the template's value, else 5 for meals, preferences, exercise and sleep, null for the others. */
    days_per_week: Type.Optional(DaysPerWeek),
    categories_attributes,
  }),
  reply: HabitGoal,
  status: 201,
  example: { body: { user_id: 1, content: '夕食は就寝3時間前までに', kind: 'meal' } },
  changes: ['habit_goals'],
})

export const changeHabitGoal = endpoint({
  method: 'PUT',
  path: '/api/habit_goals/:id',
  permission: 'habit_goals.tick',
  summary: 'Mark a habit goal as achieved, pause it or change it',
  description:
    '`achieved_on` is a day up to today in Tokyo; null reopens the goal. `paused_until` pauses it from today to that day, max one year; null resumes it. Patients may set these two on their own goals; the other fields require the permission `habit_goals.write`.',
  params: ById,
  body: InputObject({
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
    updated_at: Type.Optional(Instant),
    achieved_on: Type.Optional(Nullable(Day)),
    paused_until: Type.Optional(Nullable(Day)),
    days_per_week: Type.Optional(DaysPerWeek),
    content: Type.Optional(content),
    kind: Type.Optional(OneOf(habitGoalKinds)),
    categories_attributes,
  }),
  reply: HabitGoal,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { achieved_on: '2026-11-20' } },
  changes: ['habit_goals'],
})

export const tickHabitGoalDay = endpoint({
  method: 'PUT',
  path: '/api/habit_goals/:id/days/:day',
  permission: 'habit_goals.tick',
  summary: 'Record whether a goal was met on a given day (last seven days)',
  description: 'For goals measured by day. `null` deletes the answer; the data of that day then decides.',
  params: InputObject({ id: Id, day: Day }),
  body: InputObject({ done: Nullable(Type.Boolean()) }),
  reply: HabitGoal,
  example: { params: { id: 1, day: '2026-11-20' }, body: { done: true } },
  changes: ['habit_goals'],
})

export const removeHabitGoal = endpoint({
  method: 'DELETE',
  path: '/api/habit_goals/:id',
  permission: 'habit_goals.write',
  summary: 'Delete a habit goal',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['habit_goals'],
})

export type HabitGoalTemplate = Static<typeof HabitGoalTemplate>
export const HabitGoalTemplate = Type.Object({
  id: Id,
  /** Code of the template. */
  name: Type.String(),
  kind: OneOf(habitGoalKinds),
  /** In the request’s language. */
  content: Type.String(),
  /** Folded texts in all languages, kana, romaji and synonyms for the search. */
  content_search: Type.String(),
  days_per_week: DaysPerWeek,
  categories: Type.Array(Type.Object(categoryFields)),
  sort_number: Type.Integer(),
})

export const listHabitGoalTemplates = endpoint({
  method: 'GET',
  path: '/api/habit_goal_templates',
  permission: 'catalogue.read',
  summary: 'List the habit goal templates offered for new goals',
  query: InputObject({}),
  reply: Items(HabitGoalTemplate),
  cache: 'reference',
})
