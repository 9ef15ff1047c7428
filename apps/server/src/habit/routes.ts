import { tokyoDay } from '@sukoyaka/rules/time'
import * as habit from '@sukoyaka/wire/habit'
import { reachUnder } from '../access/gate.ts'
import { serve } from '../kit/serve.ts'
import { deleteHabitGoal, habitGoalsOf, insertHabitGoal, templatesIn, updateHabitGoal } from './store.ts'

export const habitRoutes = [
  serve(habit.listHabitGoals, async ({ db, reach, input, language }) => ({ items: await habitGoalsOf(db, reach, input.user_id, language) })),
  serve(habit.addHabitGoal, ({ db, reach, input, language }) => insertHabitGoal(db, reach, input, language)),
  serve(habit.changeHabitGoal, ({ db, actor, reach, input, language, house }) => {
    const { id: _, achieved_on: __, updated_at: ___, ...rest } = input
    // whoever only ticks off is refused before the goal is looked up
    const reached = Object.keys(rest).length ? reachUnder(actor, 'habit_goals.write', reach) : reach
    return updateHabitGoal(db, reached, input, language, tokyoDay(house.clock()))
  }),
  serve(habit.removeHabitGoal, async ({ db, reach, input }) => {
    await deleteHabitGoal(db, reach, input.id)
    return null
  }),
  serve(habit.listHabitGoalTemplates, async ({ db, language }) => ({ items: await templatesIn(db, language) })),
]
