import type { GoalDay, HabitGoal } from '@sukoyaka/wire/care/habit'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/overlay/toast.ts'
import { useTickHabitGoalDayMutation } from './api.ts'
import { reasonOf } from './words.ts'

/**
 * Next value of a day: not done or unknown becomes done. Done becomes not done if it was derived from measured data, such as steps, and unknown if a
 * person recorded it.
 */
const nextOf = ({ done, source }: Pick<GoalDay, 'done' | 'source'>) => (done ? (source === 'data' ? false : null) : true)

/** Toggles whether a goal was kept on a day. Ignores presses while the day's request is pending: two requests could arrive out of order. */
export const useToggleDay = ({ id }: HabitGoal) => {
  const { t } = useTranslation('habit')
  const [tick] = useTickHabitGoalDayMutation()
  const pendingDays = useRef(new Set<string>())
  const set = async (day: string, done: boolean | null) => {
    if (pendingDays.current.has(day)) return
    pendingDays.current.add(day)
    const { error } = await tick({ id, day, done })
    pendingDays.current.delete(day)
    if (error) toast.error(t('day.failed'), { text: reasonOf(error), onRetry: () => void set(day, done) })
  }
  return (goalDay: GoalDay) => void set(goalDay.day, nextOf(goalDay))
}
