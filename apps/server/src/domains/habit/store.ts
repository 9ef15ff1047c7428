import type { Language } from '@sukoyaka/phrases/language'
import { daysPerWeekOf, firstDayShown, isPausedOn } from '@sukoyaka/rules/care/habit'
import { addDays } from '@sukoyaka/rules/time'
import type { addHabitGoal, changeHabitGoal, HabitGoal, HabitGoalTemplate, tickHabitGoalDay } from '@sukoyaka/wire/care/habit'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { eachPatient, maxRowsOfEach, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { type CategoryType, categoriesByName } from '../category/store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { addCategories, categoriesOfGoals, defaultTarget, putCategories } from './category-store.ts'
import { habit_goal_days, habit_goal_templates, habit_goals } from './tables.ts'
import { withProgress } from './week-store.ts'

const maxRows = 1000

const contentIn = (language: Language) =>
  ({ ja: habit_goal_templates.content_ja, en: habit_goal_templates.content_en, kr: habit_goal_templates.content_kr })[language]

/** Open goals in the order they were added, then achieved ones, the last achieved first. */
const goalsWhere = ({ db, rows }: QueryTools, condition: SQL, language: Language, max: number) =>
  db
    .select({ ...columnsOf(habit_goals), content: sql<string>`coalesce(${habit_goals.content}, ${contentIn(language)})`.as('content') })
    .from(rows(habit_goals))
    .leftJoin(habit_goal_templates, eq(habit_goal_templates.id, habit_goals.template_id))
    .where(condition)
    .orderBy(sql`${habit_goals.achieved_on} desc nulls first`, asc(habit_goals.created_at), asc(habit_goals.id))
    .limit(max)
const goals = patientQuery((tools, key: 'user_id' | 'id' | 'ids', language: Language) =>
  goalsWhere(tools, key === 'ids' ? isAnyOf(habit_goals.id, 'value') : eq(habit_goals[key], sql.placeholder('value')), language, maxRows),
)
const goalsOfEach = patientQuery((tools, language: Language) => rowsOfEach(goalsWhere(tools, eq(habit_goals.user_id, eachPatient), language, maxRowsOfEach)))

/** Language of the texts, the time of the call, and its day, which the week depends on. */
export type GoalOptions = { language: Language; now: string; today: string }

type Row = Parameters<typeof withProgress>[1][number]
const withCategories = async (scope: PatientScope, rows: Row[], today: string): Promise<HabitGoal[]> =>
  rows.length ? withProgress(scope, rows, await categoriesOfGoals(scope).execute({ ids: rows.map(({ id }) => id) }), today) : []

const find = async (
  scope: PatientScope,
  key: 'user_id' | 'id' | 'ids',
  value: number | readonly number[],
  { language, today }: GoalOptions,
): Promise<HabitGoal[]> => {
  return withCategories(scope, await goals(scope, key, language).execute({ value }), today)
}

export const habitGoalsOf = async (scope: PatientScope, user_id: number, options: GoalOptions) => {
  await requirePatient(scope, user_id)
  return find(scope, 'user_id', user_id, options)
}

/** The goals of each of these patients. */
export const habitGoalsOfAll = async (scope: PatientScope, user_ids: number[], { language, today }: GoalOptions) =>
  withCategories(scope, await goalsOfEach(scope, language).execute({ ids: user_ids }), today)

export const habitGoalsByIds = (scope: PatientScope, ids: readonly number[], options: GoalOptions) => find(scope, 'ids', ids, options)

const habitGoalOf = async (scope: PatientScope, id: number, options: GoalOptions) => (await find(scope, 'id', id, options))[0]!

const lockedGoal = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(habit_goals))
    .where(eq(habit_goals.id, sql.placeholder('id')))
    .for('update'),
)

/** Locks the row, so that it cannot change between the checks and the update. */
const lockGoal = async (scope: PatientScope, id: number) => {
  const [existing] = await lockedGoal(scope).execute({ id })
  if (!existing) throw apiError('not_found')
  scope.record(existing.user_id)
  return existing
}

const normalizeContent = (content: string) => {
  const text = content.replace(/\r\n?/g, '\n').trim()
  if (!text) throw apiError('invalid', { fields: { content: ['required'] } })
  return text
}

const templateById = preparedQuery((db) =>
  db
    .select()
    .from(habit_goal_templates)
    .where(and(eq(habit_goal_templates.id, sql.placeholder('template_id')), habit_goal_templates.is_active)),
)
const templateOf = async (db: Db, template_id: number | undefined) => {
  if (template_id === undefined) return undefined
  const [template] = await templateById(db).execute({ template_id })
  if (!template) throw apiError('invalid', { fields: { template_id: ['not_allowed'] } })
  return template
}

export const insertHabitGoal = async (
  scope: PatientScope,
  { user_id, template_id, content, kind: kindInput, days_per_week, categories_attributes }: Input<typeof addHabitGoal>,
  options: GoalOptions,
): Promise<HabitGoal> => {
  await requirePatient(scope, user_id)
  const template = await templateOf(scope.db, template_id)
  const kind = kindInput ?? template?.kind
  const missing = { ...(!template && content === undefined && { content: ['required' as const] }), ...(!kind && { kind: ['required' as const] }) }
  if (!kind || Object.keys(missing).length) throw apiError('invalid', { fields: missing })
  const [added] = await scope
    .insert(habit_goals)
    .values({
      user_id,
      kind,
      template_id: template?.id ?? null,
      content: content === undefined ? null : normalizeContent(content),
      days_per_week: days_per_week !== undefined ? days_per_week : template ? template.days_per_week : daysPerWeekOf(kind),
      // the days of the goal are counted with the same clock
      created_at: options.now,
    })
    .returning({ id: habit_goals.id })
  if (categories_attributes) await putCategories(scope, added!.id, categories_attributes)
  else if (template) await addCategories(scope, added!.id, (await categoriesOfTemplates(scope.db, [template]))[0]!)
  return habitGoalOf(scope, added!.id, options)
}

const maxPauseDays = 366

/**
 * Pauses from today, or moves the end of the current pause; one that ended yesterday goes on, because its days would otherwise count as missed. Resuming
 * (null) ends the pause yesterday, or deletes it if it began today.
 */
const pauseOf = (existing: Pick<HabitGoal, 'paused_on' | 'paused_until'>, until: string | null, today: string) => {
  const yesterday = addDays(today, -1)
  if (until === null) {
    if (!isPausedOn(existing, today)) return {}
    return existing.paused_on! <= yesterday ? { paused_until: yesterday } : { paused_on: null, paused_until: null }
  }
  if (until < today || until > addDays(today, maxPauseDays)) throw apiError('invalid', { fields: { paused_until: ['not_allowed'] } })
  const goesOn = isPausedOn(existing, today) || isPausedOn(existing, yesterday)
  return { paused_on: goesOn ? existing.paused_on : today, paused_until: until }
}

export const updateHabitGoal = async (
  scope: PatientScope,
  { id, updated_at, achieved_on, paused_until, days_per_week, content, kind, categories_attributes }: Input<typeof changeHabitGoal>,
  options: GoalOptions,
): Promise<HabitGoal> => {
  const { today } = options
  const existing = await lockGoal(scope, id)
  assertUnchanged(existing, updated_at)
  if (achieved_on && achieved_on > today) throw apiError('invalid', { fields: { achieved_on: ['in_future'] } })
  await scope
    .update(habit_goals)
    .set({
      ...(achieved_on !== undefined && { achieved_on }),
      ...(paused_until !== undefined && pauseOf(existing, paused_until, today)),
      ...(days_per_week !== undefined && { days_per_week }),
      ...(content !== undefined && { content: normalizeContent(content) }),
      ...(kind !== undefined && { kind }),
      updated_at: later(habit_goals.updated_at),
    })
    .where(eq(habit_goals.id, id))
  if (categories_attributes) await putCategories(scope, id, categories_attributes)
  return habitGoalOf(scope, id, options)
}

/** Records whether a day was done; null deletes the answer. */
export const tickDay = async (scope: PatientScope, { id, day, done }: Input<typeof tickHabitGoalDay>, options: GoalOptions): Promise<HabitGoal> => {
  const existing = await lockGoal(scope, id)
  if (day > options.today) throw apiError('invalid', { fields: { day: ['in_future'] } })
  if (day < firstDayShown(options.today) || existing.days_per_week === null) throw apiError('invalid', { fields: { day: ['not_allowed'] } })
  const target = [habit_goal_days.habit_goal_id, habit_goal_days.day]
  if (done === null) await scope.delete(habit_goal_days).where(and(eq(habit_goal_days.habit_goal_id, id), eq(habit_goal_days.day, day)))
  else await scope.insert(habit_goal_days).values({ habit_goal_id: id, day, done }).onConflictDoUpdate({ target, set: { done } })
  return habitGoalOf(scope, id, options)
}

export const deleteHabitGoal = async (scope: PatientScope, id: number) => {
  await lockGoal(scope, id)
  await scope.delete(habit_goals).where(eq(habit_goals.id, id))
}

type Template = typeof habit_goal_templates.$inferSelect
type TemplateCategories = HabitGoalTemplate['categories']

const isCategoryType = (type: string): type is CategoryType => type.endsWith('_category')

/** Template categories with ids; the reference files use names. */
const categoriesOfTemplates = async (db: Db, templates: Template[]): Promise<TemplateCategories[]> => {
  const names = templates.flatMap(({ categories }) =>
    categories.flatMap(({ category_type: type, category_name: name }) => (name && isCategoryType(type) ? [{ type, name }] : [])),
  )
  const categoryOf = await categoriesByName(db, 'ja', names)
  return templates.map(({ categories }) =>
    categories.flatMap(({ category_type, category_name, is_sync_action, target }): TemplateCategories => {
      if (!isCategoryType(category_type))
        return [{ category_type, category_id: null, is_sync_action, target: target === undefined ? defaultTarget(category_type, is_sync_action) : target }]
      const category = category_name === null ? undefined : categoryOf({ type: category_type, name: category_name })
      return category ? [{ category_type, category_id: category.id, is_sync_action, target: null }] : []
    }),
  )
}

const allTemplates = preparedQuery((db) =>
  db
    .select()
    .from(habit_goal_templates)
    .where(eq(habit_goal_templates.is_active, true))
    .orderBy(asc(habit_goal_templates.sort_number), asc(habit_goal_templates.id)),
)

export const templatesIn = async (db: Db, language: Language): Promise<HabitGoalTemplate[]> => {
  const rows = await allTemplates(db).execute()
  const categories = await categoriesOfTemplates(db, rows)
  return rows.map(({ id, code, kind, content_ja, content_en, content_kr, content_search, days_per_week, sort_number }, i) => ({
    id,
    name: code,
    kind,
    content: { ja: content_ja, en: content_en, kr: content_kr }[language],
    content_search,
    days_per_week,
    categories: categories[i]!,
    sort_number,
  }))
}
