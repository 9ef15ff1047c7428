import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lengthOf } from '../../ui/form/length.ts'
import classes from './GoalWords.module.css'
import { wordsOf } from './words.ts'

const longGoal = 60
const longNotes = 90
const maxNotes = 3

/** Goal text and notes; long ones are truncated until expanded. */
export function GoalWords({ goal, icon }: { goal: HabitGoal; icon?: ReactNode }) {
  const { t } = useTranslation('habit')
  const words = wordsOf(goal, useLanguage())
  const [isExpanded, setIsExpanded] = useState(false)
  const isLong = lengthOf(words.goal) > longGoal || lengthOf(words.notes) > longNotes || words.notes.split('\n').length > maxNotes
  const clampClass = isLong && !isExpanded ? classes.cut : ''
  return (
    <>
      <div className={classes.head}>
        {icon}
        <p className={clsx(classes.goal, clampClass)} lang={words.lang}>
          {words.goal}
        </p>
      </div>
      {words.notes ? (
        <p className={clsx(classes.notes, clampClass)} lang={words.lang} data-below>
          {words.notes}
        </p>
      ) : null}
      {isLong ? (
        <div className={classes.more} data-below>
          <Button kind="ghost" size="small" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {t(isExpanded ? 'goal.less' : 'goal.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
