import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'

export type Due = 'overdue' | 'today' | 'later'

/** How near a due date is; today is not overdue. */
export const dueOf = (due_on: string, now: Date): Due => {
  const today = tokyoDay(now)
  return due_on < today ? 'overdue' : due_on === today ? 'today' : 'later'
}

/** Relative words for near dates, otherwise the date. */
export const useDueWords = () => {
  const { t } = useTranslation('task')
  const language = useLanguage()
  return (due_on: string, now: Date) => {
    const today = tokyoDay(now)
    if (due_on === today) return t('today')
    if (due_on === addDays(today, 1)) return t('tomorrow')
    const day = formatDate(due_on, language, { year: due_on.slice(0, 4) !== today.slice(0, 4), weekday: true })
    return due_on < today ? t('overdueDay', { day }) : day
  }
}
