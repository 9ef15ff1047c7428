import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/overlay/toast.ts'
import { usePauseHabitGoalMutation } from '../api.ts'
import { reasonOf } from '../words.ts'

/** Pauses goals until a date, or resumes them. */
export const usePause = () => {
  const { t } = useTranslation('habit')
  const [pause] = usePauseHabitGoalMutation()
  const run = async (goals: readonly HabitGoal[], paused_until: string | null) => {
    const results = await Promise.all(goals.map(async (goal) => ({ goal, error: (await pause({ id: goal.id, paused_until })).error })))
    const failed = results.filter(({ error }) => error)
    if (!failed.length) return void toast.success(t(paused_until ? 'pause.saved' : 'pause.ended'))
    const rest = failed.map(({ goal }) => goal)
    toast.error(t('pause.failed'), { text: reasonOf(failed[0]!.error), onRetry: () => void run(rest, paused_until) })
  }
  return (goals: readonly HabitGoal[], paused_until: string | null) => void run(goals, paused_until)
}
