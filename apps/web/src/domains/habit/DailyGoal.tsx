import type { GoalDay, HabitGoal } from '@sukoyaka/wire/care/habit'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatSentenceDate, formatWeekday, useLanguage } from '../../ui/date/tokyo.ts'
import classes from './DailyGoal.module.css'
import { usePause } from './dialogs/use-pause.ts'
import { GoalWords } from './GoalWords.tsx'
import { KindIcon } from './KindIcon.tsx'
import card from './MyGoalsCard.module.css'
import { useToggleDay } from './use-toggle-day.ts'
import { countDoneDays, pausedUntil } from './Week.tsx'
import { wordsOf } from './words.ts'

/** A patient's daily habit: whether it was done today, and the last seven days. A paused goal asks for nothing. */
export function DailyGoal({ goal }: { goal: HabitGoal }) {
  const { t } = useTranslation('habit')
  const language = useLanguage()
  const tick = useToggleDay(goal)
  const pause = usePause()
  const [showsDays, setShowsDays] = useState(false)
  const until = pausedUntil(goal)
  const count = countDoneDays(goal.week)
  const today = goal.week.at(-1)
  const name = wordsOf(goal, language).short
  return (
    <li className={classes.item}>
      <div className={card.row}>
        <KindIcon kind={goal.kind} />
        <div className={card.words}>
          <GoalWords goal={goal} />
          {until ? (
            <p className={card.since}>{t('pause.mine', { day: formatSentenceDate(until, language, { time: false }) })}</p>
          ) : (
            <button type="button" className={classes.week} aria-expanded={showsDays} onClick={() => setShowsDays(!showsDays)}>
              {count ? t('today.week', { count }) : t('today.aim', { count: goal.days_per_week ?? 7 })}
              <span className="visually-hidden">{t('today.of', { goal: name })}</span>
              <IconChevronDown aria-hidden />
            </button>
          )}
        </div>
        {until ? (
          <Button kind="secondary" aria-label={t('pause.endOf', { goal: name })} onClick={() => pause([goal], null)}>
            {t('pause.end')}
          </Button>
        ) : today ? (
          <button
            type="button"
            className={card.check}
            aria-pressed={today.done === true}
            aria-label={t('today.check', { goal: name })}
            onClick={() => tick(today)}
          >
            <IconCheck aria-hidden />
            <span className={card.said} data-other={t(today.done ? 'today.ask' : 'today.done')}>
              {t(today.done ? 'today.done' : 'today.ask')}
            </span>
          </button>
        ) : null}
      </div>
      {showsDays && !until ? <Days goal={goal} onTick={tick} /> : null}
    </li>
  )
}

/** The last seven days, so that a patient can record a forgotten day. */
function Days({ goal, onTick }: { goal: HabitGoal; onTick: (day: GoalDay) => void }) {
  const { t } = useTranslation('habit')
  const language = useLanguage()
  return (
    <ul className={classes.days} aria-label={t('today.days')}>
      {goal.week.map((day) => (
        <li key={day.day}>
          <span aria-hidden="true">{formatWeekday(day.day, language, 'short')}</span>
          <button
            type="button"
            className={classes.day}
            aria-pressed={day.done === true}
            aria-label={t('today.day', { day: formatSentenceDate(day.day, language, { time: false }) })}
            onClick={() => onTick(day)}
          >
            {day.done ? <IconCheck aria-hidden /> : Number(day.day.slice(8))}
          </button>
        </li>
      ))}
    </ul>
  )
}
