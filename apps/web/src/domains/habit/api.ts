import { tokyoDay } from '@sukoyaka/rules/time'
import * as habit from '@sukoyaka/wire/care/habit'
import { api, mutationEndpoint, type OptimisticUpdate, queryEndpoint } from '../../api/api.ts'

const lists = api.injectEndpoints({
  endpoints: (build) => ({
    listHabitGoals: queryEndpoint(build, habit.listHabitGoals, 'habit_goals', 'steps', 'sleeps', 'lifestyles', 'test_results'),
    listHabitGoalTemplates: queryEndpoint(build, habit.listHabitGoalTemplates, 'goal_templates'),
  }),
})

type Dispatch = Parameters<OptimisticUpdate<typeof habit.changeHabitGoal>>[1]

/** The request names the goal but not the patient, so every cached list is searched for the goal. */
const inEveryList = (dispatch: Dispatch, edit: (items: habit.HabitGoal[]) => habit.HabitGoal[] | undefined) =>
  dispatch((_, getState) => lists.util.selectInvalidatedBy(getState(), ['habit_goals']))
    .filter(({ endpointName }) => endpointName === 'listHabitGoals')
    .map(({ originalArgs }) =>
      dispatch(
        lists.util.updateQueryData('listHabitGoals', originalArgs, (list) => {
          list.items = edit(list.items) ?? list.items
        }),
      ),
    )

export const {
  useListHabitGoalsQuery,
  useListHabitGoalTemplatesQuery,
  useAddHabitGoalMutation,
  useChangeHabitGoalMutation,
  useTickHabitGoalMutation,
  useTickHabitGoalDayMutation,
  usePauseHabitGoalMutation,
  useRemoveHabitGoalMutation,
} = lists.injectEndpoints({
  endpoints: (build) => ({
    addHabitGoal: mutationEndpoint(build, habit.addHabitGoal),
    changeHabitGoal: mutationEndpoint(build, habit.changeHabitGoal),
    tickHabitGoal: mutationEndpoint(build, habit.changeHabitGoal, ({ id, achieved_on = null }, dispatch) =>
      inEveryList(dispatch, (items) => {
        const goal = items.find((item) => item.id === id)
        if (goal) Object.assign(goal, { achieved_on, progress: achieved_on ? 100 : null })
        return undefined
      }),
    ),
    tickHabitGoalDay: mutationEndpoint(build, habit.tickHabitGoalDay, ({ id, day, done }, dispatch) =>
      inEveryList(dispatch, (items) => {
        const goalDay = items.find((item) => item.id === id)?.week.find((item) => item.day === day)
        if (goalDay) Object.assign(goalDay, { done, source: done === null ? null : 'person' })
        return undefined
      }),
    ),
    pauseHabitGoal: mutationEndpoint(build, habit.changeHabitGoal, ({ id, paused_until = null }, dispatch) =>
      inEveryList(dispatch, (items) => {
        const goal = items.find((item) => item.id === id)
        if (goal) Object.assign(goal, { paused_on: paused_until && tokyoDay(new Date()), paused_until })
        return undefined
      }),
    ),
    removeHabitGoal: mutationEndpoint(build, habit.removeHabitGoal, ({ id }, dispatch) =>
      inEveryList(dispatch, (items) => items.filter((item) => item.id !== id)),
    ),
  }),
})
