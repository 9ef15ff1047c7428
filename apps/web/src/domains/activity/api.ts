import { stepStatus } from '@sukoyaka/rules/record/lifestyle'
import * as activity from '@sukoyaka/wire/record/activity'
import * as lifestyle from '@sukoyaka/wire/record/lifestyle'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

const lists = api.injectEndpoints({
  endpoints: (build) => ({
    listSteps: queryEndpoint(build, activity.listSteps, 'steps'),
    listSleeps: queryEndpoint(build, activity.listSleeps, 'sleeps'),
    listDailySleeps: queryEndpoint(build, activity.listDailySleeps, 'sleeps'),
    listActivityCategories: queryEndpoint(build, lifestyle.listLifestyleCategories),
    listActivityValues: queryEndpoint(build, lifestyle.listLifestyles, 'lifestyles'),
  }),
})

/** The list as it will be once the steps are saved: new counts for recorded days, and an item for each day without a record. */
const withSteps = (
  items: activity.Step[],
  { user_id, origin = '', steps }: { user_id: number; origin?: string; steps: { measured_on: string; count: number }[] },
) => {
  const countByDay = new Map(steps.map((step) => [step.measured_on, step.count]))
  const updated = items.map((item) => {
    const count = countByDay.get(item.measured_on)
    return count === undefined ? item : { ...item, count, status: stepStatus(count) }
  })
  const recordedDays = new Set(items.map(({ measured_on }) => measured_on))
  const added = steps
    .filter(({ measured_on }) => !recordedDays.has(measured_on))
    // temporary negative id until the list is refetched
    .map(
      ({ measured_on, count }, at): activity.Step => ({
        id: -1 - at,
        user_id,
        measured_on,
        count,
        status: stepStatus(count),
        origin,
        updated_at: new Date().toISOString(),
      }),
    )
  return [...updated, ...added].sort((a, b) => (a.measured_on < b.measured_on ? 1 : -1))
}

export const {
  useListStepsQuery,
  useListSleepsQuery,
  useListDailySleepsQuery,
  useListActivityCategoriesQuery,
  useListActivityValuesQuery,
  useAddStepsMutation,
  usePutSleepMutation,
} = lists.injectEndpoints({
  endpoints: (build) => ({
    putSleep: mutationEndpoint(build, activity.putSleep),
    addSteps: mutationEndpoint(build, activity.addSteps, (input, dispatch) =>
      dispatch((_, getState) => lists.util.selectInvalidatedBy(getState(), ['steps']))
        .filter(({ endpointName, originalArgs }) => endpointName === 'listSteps' && originalArgs.user_id === input.user_id)
        .map(({ originalArgs }) =>
          dispatch(
            lists.util.updateQueryData('listSteps', originalArgs, (list) => {
              list.items = withSteps(list.items, input)
            }),
          ),
        ),
    ),
  }),
})
