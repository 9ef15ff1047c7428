import { scopeOf } from '@sukoyaka/wire/access'
import { useMemo } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { type Facts, goalOf, type PreventPlan } from '../../domains/assessment/disease/facts.ts'
import { useNewestValueFormatter } from '../../domains/checkup/newest-value-texts.ts'
import { useNewestValues } from '../../domains/checkup/use-newest-values.ts'
import { useAddHabitGoalMutation, useListHabitGoalsQuery } from '../../domains/habit/api.ts'
import { useListFamilyPastIllnessesQuery } from '../../domains/illness/api.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'

/** Facts for assessments from other domains: birthday, sex, diseases of relatives, results and goals. */
export const useAssessmentFacts = (user_id: number, patient: Pick<Facts, 'birthday' | 'sex'> | undefined): Facts => {
  const me = useAppSelector(selectMe)
  return {
    birthday: patient?.birthday ?? null,
    sex: patient?.sex ?? null,
    family_disease_ids: useFamilyDiseases(user_id),
    measured: useMeasured(user_id),
    goals: useGoals(user_id, me?.role),
  }
}

/** With the same arguments as the card of the family history, so that both need one call. */
const useFamilyDiseases = (user_id: number): Facts['family_disease_ids'] => {
  const { currentData } = useListFamilyPastIllnessesQuery({ user_id, include: ['disease'] })
  return new Set(currentData?.items.map(({ disease_id }) => disease_id))
}

const useMeasured = (user_id: number): Facts['measured'] => {
  const { currentData: newestValues, isError, isFetching } = useNewestValues(user_id)
  const language = useLanguage()
  const formatTexts = useNewestValueFormatter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `formatTexts` depends on the language only
  const measured = useMemo(
    () =>
      newestValues?.map((newestValue) => {
        const { name, value, unit, direction } = formatTexts(newestValue)
        return { category_id: newestValue.category.id, name, value, unit, direction, status: newestValue.status, recorded_at: newestValue.newest.recorded_at }
      }),
    [newestValues, language],
  )
  return isError && !isFetching ? 'failed' : measured
}

const useGoals = (user_id: number, role: Parameters<typeof scopeOf>[0] | undefined): Facts['goals'] => {
  const { currentData, refetch } = useListHabitGoalsQuery({ user_id })
  const [addGoal] = useAddHabitGoalMutation()
  if (!currentData || !role || scopeOf(role, 'habit_goals.add') !== 'all') return undefined
  const open = new Set(currentData.items.filter(({ achieved_on }) => !achieved_on).map(({ content }) => content))
  return {
    has: (plan: PreventPlan) => open.has(goalOf(plan)),
    add: async (plan: PreventPlan) => {
      const { error } = await addGoal({ user_id, kind: plan.kind, content: goalOf(plan) })
      // the plan counts as a goal once the refetched list contains it
      if (!error) await refetch()
      return error as CallError | undefined
    },
  }
}
