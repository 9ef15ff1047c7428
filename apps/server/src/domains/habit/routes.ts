import type { Language } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import * as habit from '@sukoyaka/wire/care/habit'
import type { AppContext } from '../../context/app-context.ts'
import { serve } from '../../http/serve.ts'
import { deleteHabitGoal, type GoalOptions, habitGoalsOf, insertHabitGoal, templatesIn, tickDay, updateHabitGoal } from './store.ts'

const goalOptionsOf = ({ language, context }: { language: Language; context: Pick<AppContext, 'clock'> }): GoalOptions => {
  const now = context.clock()
  return { language, now: now.toISOString(), today: tokyoDay(now) }
}

export const habitRoutes = [
  serve(habit.listHabitGoals, async (call) => ({ items: await habitGoalsOf(call.scope, call.input.user_id, goalOptionsOf(call)) })),
  serve(habit.addHabitGoal, (call) => insertHabitGoal(call.scope, call.input, goalOptionsOf(call))),
  serve(habit.changeHabitGoal, (call) => {
    const { scope, input } = call
    const { id: _, achieved_on: __, paused_until: ___, updated_at: ____, ...otherFields } = input
    // marking as achieved or pausing alone needs a weaker permission; checked before the goal is read
    const targetScope = Object.keys(otherFields).length ? scope.withPermission('habit_goals.write') : scope
    return updateHabitGoal(targetScope, input, goalOptionsOf(call))
  }),
  serve(habit.tickHabitGoalDay, (call) => tickDay(call.scope, call.input, goalOptionsOf(call))),
  serve(habit.removeHabitGoal, async ({ scope, input }) => {
    await deleteHabitGoal(scope, input.id)
    return null
  }),
  serve(habit.listHabitGoalTemplates, async ({ db, language }) => ({ items: await templatesIn(db, language) })),
]
