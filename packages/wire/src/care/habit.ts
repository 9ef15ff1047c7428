import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Items, Nothing, Nullable, OneOf, Sent, Text, UserId } from '../endpoint.ts'

export const habitGoalKinds = ['meal', 'preference', 'sport', 'sleep', 'checkup', 'vaccine', 'other'] as const
export type HabitGoalKind = (typeof habitGoalKinds)[number]

/** What a goal is followed by. Steps and sleep are one thing each and have no category. */
export const habitGoalCategoryTypes = ['numeric_test_result_category', 'lifestyle_category', 'step', 'sleep'] as const
export const habitGoalCategoryTypesWithout = ['step', 'sleep'] as const satisfies readonly (typeof habitGoalCategoryTypes)[number][]

const categoryFields = {
  category_type: OneOf(habitGoalCategoryTypes),
  category_id: Nullable(Id),
  /** Whether a device’s data of this category counts for the goal by itself. */
  is_sync_action: Type.Boolean(),
  /** Steps or minutes of sleep of a day from which it counts; null where its data cannot tell. */
  target: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
}

export type HabitGoalCategory = Static<typeof HabitGoalCategory>
export const HabitGoalCategory = Type.Object({
  id: Id,
  ...categoryFields,
  /** Of the newest value; null where there is none or it was not judged. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
})

const maxCategories = 20
/** As nested attributes: with `id` an existing one is changed, with `_destroy` too removed, without `id` one is added. */
const categories_attributes = Type.Optional(
  Type.Array(
    Sent({
      id: Type.Optional(Id),
      _destroy: Type.Optional(Type.Boolean()),
      category_type: Type.Optional(categoryFields.category_type),
      category_id: Type.Optional(categoryFields.category_id),
      is_sync_action: Type.Optional(categoryFields.is_sync_action),
      /** Without one 6,000 steps or 420 minutes where the data counts by itself. */
      target: Type.Optional(categoryFields.target),
    }),
    { maxItems: maxCategories },
  ),
)
/** The first line is the goal, further ones explain it. */
const content = Text(500)
/** On how many days of a week; null for what is no matter of days. */
const DaysPerWeek = Nullable(Type.Integer({ minimum: 1, maximum: 7 }))

export const goalDaySources = ['person', 'data'] as const
export type GoalDay = Static<typeof GoalDay>
export const GoalDay = Type.Object({
  day: Day,
  /** Null where neither anybody nor any data says. */
  done: Nullable(Type.Boolean()),
  source: Nullable(OneOf(goalDaySources)),
})

export type HabitGoal = Static<typeof HabitGoal>
export const HabitGoal = Type.Object({
  id: Id,
  user_id: Id,
  /** Where nobody wrote another, the template’s in the request’s language. */
  content: Type.String(),
  kind: OneOf(habitGoalKinds),
  template_id: Nullable(Id),
  achieved_on: Nullable(Day),
  days_per_week: DaysPerWeek,
  /** From `paused_on` to `paused_until` nothing is asked; both null where there was no pause. */
  paused_on: Nullable(Day),
  paused_until: Nullable(Day),
  /** The last seven days in Tokyo, today last; none for what is no matter of days or is achieved. */
  week: Type.Array(GoalDay),
  /** From 0 to 100: the days of the week that were done of those asked for, 100 once it is achieved, null where nothing measures it. */
  progress: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  categories: Type.Array(HabitGoalCategory),
  created_at: Instant,
  updated_at: Instant,
})

export const listHabitGoals = endpoint({
  method: 'GET',
  path: '/api/habit_goals',
  permission: 'patient.read',
  summary: 'A patient’s habit goals: open ones as they were added, then achieved ones, newest first',
  description: 'At most 1,000.',
  query: UserId,
  reply: Items(HabitGoal),
  example: { query: { user_id: 1 } },
})

export const addHabitGoal = endpoint({
  method: 'POST',
  path: '/api/habit_goals',
  permission: 'habit_goals.add',
  summary: 'Adds a goal to a patient, freely or from a template',
  description: 'With `template_id` the kind, the categories and, in each reader’s language, the content are the template’s where the body has none.',
  body: Sent({
    user_id: Id,
    content: Type.Optional(content),
    kind: Type.Optional(OneOf(habitGoalKinds)),
    template_id: Type.Optional(Id),
    /** Without it 5 for meals, preferences, exercise and sleep, else null; or the template’s. */
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
  summary: 'Ticks a goal off, pauses it or changes it',
  description:
    '`achieved_on` is a day in Tokyo up to today; null takes it back. `paused_until` pauses it from today to that day, at most a year; null goes on with it. Patients tick and pause their own goals; the other fields take the permission habit_goals.write.',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
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
  summary: 'Says of one of the last seven days whether a goal was kept',
  description: 'Of a goal that is followed by days. `null` takes back what was said; then the data of the day tells.',
  params: Sent({ id: Id, day: Day }),
  body: Sent({ done: Nullable(Type.Boolean()) }),
  reply: HabitGoal,
  example: { params: { id: 1, day: '2026-11-20' }, body: { done: true } },
  changes: ['habit_goals'],
})

export const removeHabitGoal = endpoint({
  method: 'DELETE',
  path: '/api/habit_goals/:id',
  permission: 'habit_goals.write',
  summary: 'Removes a goal',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['habit_goals'],
})

export type HabitGoalTemplate = Static<typeof HabitGoalTemplate>
export const HabitGoalTemplate = Type.Object({
  id: Id,
  /** Its code. */
  name: Type.String(),
  kind: OneOf(habitGoalKinds),
  /** In the request’s language. */
  content: Type.String(),
  days_per_week: DaysPerWeek,
  categories: Type.Array(Type.Object(categoryFields)),
  sort_number: Type.Integer(),
})

export const listHabitGoalTemplates = endpoint({
  method: 'GET',
  path: '/api/habit_goal_templates',
  permission: 'catalogue.read',
  summary: 'Goals that nearly anybody may be asked to reach',
  query: Sent({}),
  reply: Items(HabitGoalTemplate),
  cache: 'reference',
})
