import { defaultTargets } from '@sukoyaka/rules/care/habit'
import { type changeHabitGoal, type HabitGoalTemplate, typesWithoutCategory } from '@sukoyaka/wire/care/habit'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { type Db, errorCodeOf } from '../../database/db.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { type CategoryType, categoriesExist } from '../category/store.ts'
import { habit_goal_categories } from './tables.ts'

type Category = HabitGoalTemplate['categories'][number]
type Attributes = NonNullable<Input<typeof changeHabitGoal>['categories_attributes']>

const maxPerGoal = 20
const categoriesError = (reason: 'required' | 'not_allowed' | 'taken' | 'too_many') => apiError('invalid', { fields: { categories_attributes: [reason] } })

const hasNoCategory = (type: Category['category_type']) => (typesWithoutCategory as readonly string[]).includes(type)

/** Throws 422 unless steps and sleep have no category and every other type has an existing one. */
const assertComplete = async (db: Db, categories: Category[]) => {
  const withReference = categories.filter(({ category_type }) => !hasNoCategory(category_type))
  if (categories.some((category) => hasNoCategory(category.category_type) && category.category_id !== null)) throw categoriesError('not_allowed')
  if (withReference.some((category) => category.category_id === null)) throw categoriesError('required')
  const references = withReference.map(({ category_type, category_id }) => ({ type: category_type as CategoryType, id: category_id! }))
  if (!(await categoriesExist(db, references))) throw categoriesError('not_allowed')
}

/** The target if none is given: a number for steps and sleep that are followed (`is_sync_action`), otherwise null. */
export const defaultTarget = (type: 'step' | 'sleep', is_sync_action: boolean) => (is_sync_action ? defaultTargets[type] : null)

/** Adds the target to a category: a number for steps and sleep, which are compared with it each day, otherwise null. */
const withTarget = <C extends Omit<Category, 'target'>>(category: C, target: number | null | undefined): C & { target: number | null } => {
  const { category_type, is_sync_action } = category
  if (category_type !== 'step' && category_type !== 'sleep') return { ...category, target: null }
  return { ...category, target: target === undefined ? defaultTarget(category_type, is_sync_action) : target }
}

const mapUniqueViolation = <T>(query: Promise<T>): Promise<T> =>
  query.catch((error) => {
    throw errorCodeOf(error) === '23505' ? categoriesError('taken') : error
  })

export const categoriesOfGoals = patientQuery(({ db, rows }) =>
  db.select().from(rows(habit_goal_categories)).where(isAnyOf(habit_goal_categories.habit_goal_id)).orderBy(asc(habit_goal_categories.id)),
)

/** Checks no scope: the caller must have checked that the goal is in it. */
export const addCategories = async (scope: PatientScope, habit_goal_id: number, categories: Category[]) => {
  if (!categories.length) return
  await assertComplete(scope.db, categories)
  await mapUniqueViolation(scope.insert(habit_goal_categories).values(categories.map((category) => ({ ...category, habit_goal_id }))))
}

/** Nested attributes: `id` changes one of this goal's categories, `_destroy` removes it, without `id` one is added. All or nothing. */
export const putCategories = async (scope: PatientScope, habit_goal_id: number, attributes: Attributes) => {
  const existing = await categoriesOfGoals(scope).execute({ ids: [habit_goal_id] })
  const existingById = new Map(existing.map((category) => [category.id, category]))
  if (attributes.some(({ id }) => id !== undefined && !existingById.has(id))) throw categoriesError('not_allowed')
  const removedIds = attributes.flatMap(({ id, _destroy }) => (id !== undefined && _destroy ? [id] : []))
  if (removedIds.length)
    await scope.delete(habit_goal_categories).where(and(inArray(habit_goal_categories.id, removedIds), eq(habit_goal_categories.habit_goal_id, habit_goal_id)))
  const changed = attributes.filter(({ id, _destroy }) => id !== undefined && !_destroy)
  for (const { id, _destroy: _, ...change } of changed) {
    const { habit_goal_id: __, id: ___, ...next } = { ...existingById.get(id!)!, ...change }
    await assertComplete(scope.db, [next])
    // the default target applies only when following is switched on; a followed category without a target stays without
    const keepsTarget = change.target !== undefined || !next.is_sync_action || existingById.get(id!)!.is_sync_action
    await mapUniqueViolation(
      scope
        .update(habit_goal_categories)
        .set(withTarget(next, keepsTarget ? next.target : undefined))
        .where(eq(habit_goal_categories.id, id!)),
    )
  }
  const added = attributes.filter(({ id, _destroy }) => id === undefined && !_destroy)
  if (existingById.size - removedIds.length + added.length > maxPerGoal) throw categoriesError('too_many')
  if (added.some((category) => category.category_type === undefined)) throw categoriesError('required')
  await addCategories(
    scope,
    habit_goal_id,
    added.map(({ category_type, category_id = null, is_sync_action = false, target }) =>
      withTarget({ category_type: category_type!, category_id, is_sync_action }, target),
    ),
  )
}
