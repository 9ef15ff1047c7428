import { tokyoDay } from '@sukoyaka/rules/time'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { dismissToast, toast } from '../../ui/overlay/toast.ts'
import { useTickHabitGoalMutation } from './api.ts'
import { reasonOf, wordsOf } from './words.ts'

export const today = () => tokyoDay(new Date())

/** Toggles whether the goal is achieved, as of today. Ignores presses while a request is pending: two requests could arrive out of order. */
export const useToggleAchieved = (goal: HabitGoal, audience: 'staff' | 'patient') => {
  const prefix = audience === 'patient' ? 'mine.tick' : 'tick'
  const { t } = useTranslation('habit')
  const language = useLanguage()
  const [tick] = useTickHabitGoalMutation()
  const isPending = useRef(false)
  const lastToast = useRef<number>(undefined)

  /** `undone`: the goal as the change to undo left it. If somebody has changed it since, the undo is rejected. */
  const set = async (achieved_on: string | null, undone?: HabitGoal) => {
    if (isPending.current) return
    isPending.current = true
    const { data, error } = await tick({ id: goal.id, achieved_on, ...(undone && { updated_at: undone.updated_at }) })
    isPending.current = false
    if (error) {
      // the version that an undo sent stays outdated
      const retry = (error as CallError).code !== 'conflict' && { onRetry: () => void set(achieved_on, undone) }
      return void toast.error(t(`${prefix}.failed`), { text: reasonOf(error), ...retry })
    }
    // The undo of an older toast is outdated.
    if (lastToast.current) dismissToast(lastToast.current)
    if (undone) return
    lastToast.current = toast.success(t(achieved_on ? `${prefix}.done` : `${prefix}.taken`), {
      text: wordsOf(goal, language).short,
      onUndo: () => void set(goal.achieved_on, data),
    })
  }
  return () => void set(goal.achieved_on ? null : today())
}
