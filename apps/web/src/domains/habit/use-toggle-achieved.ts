import { tokyoDay } from '@sukoyaka/rules/time'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
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

  const set = async (achieved_on: string | null, undoTo?: string | null) => {
    if (isPending.current) return
    isPending.current = true
    const { error } = await tick({ id: goal.id, achieved_on })
    isPending.current = false
    if (error) return void toast.error(t(`${prefix}.failed`), { text: reasonOf(error), onRetry: () => void set(achieved_on, undoTo) })
    // The undo of an older toast is outdated.
    if (lastToast.current) dismissToast(lastToast.current)
    if (undoTo === undefined) return
    lastToast.current = toast.success(t(achieved_on ? `${prefix}.done` : `${prefix}.taken`), {
      text: wordsOf(goal, language).short,
      onUndo: () => void set(undoTo),
    })
  }
  return () => void set(goal.achieved_on ? null : today(), goal.achieved_on)
}
