import { isPausedOn } from '@sukoyaka/rules/care/habit'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { today } from './use-toggle-achieved.ts'
import classes from './Week.module.css'

export const countDoneDays = (week: HabitGoal['week']) => week.filter(({ done }) => done).length

/** End of a pause that applies today, or null. */
export const pausedUntil = (goal: HabitGoal) => (goal.achieved_on === null && isPausedOn(goal, today()) ? goal.paused_until : null)

/** Seven squares, filled for the days that were done, with the number of days as text. */
export function Week({ goal }: { goal: HabitGoal }) {
  const { t } = useTranslation('habit')
  const language = useLanguage()
  const until = pausedUntil(goal)
  return (
    <p className={classes.week} data-below>
      <span className={classes.squares} aria-hidden="true">
        {goal.week.map(({ day, done }) => (
          <span key={day} className={clsx(done && classes.done, isPausedOn(goal, day) && !done && classes.paused)} />
        ))}
      </span>
      <span className={classes.words}>{t('week.count', { count: countDoneDays(goal.week) })}</span>
      {goal.days_per_week ? <span className={classes.aim}>{t('week.aim', { count: goal.days_per_week })}</span> : null}
      {until ? <Badge tone="outline">{t('pause.until', { day: formatDate(until, language, { year: false }) })}</Badge> : null}
    </p>
  )
}
