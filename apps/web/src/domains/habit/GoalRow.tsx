import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { IconCircleCheck, IconCircleCheckFilled, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { GoalWords } from './GoalWords.tsx'
import classes from './HabitGoalsCard.module.css'
import { KindIcon } from './KindIcon.tsx'
import { useToggleAchieved } from './use-toggle-achieved.ts'
import { Week } from './Week.tsx'
import { wordsOf } from './words.ts'

type Props = { goal: HabitGoal; mayTick: boolean; onEdit?: (goal: HabitGoal) => void }

export function GoalRow({ goal, mayTick, onEdit }: Props) {
  const { t } = useTranslation('habit')
  const language = useLanguage()
  const words = wordsOf(goal, language)
  const { achieved_on, progress } = goal
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <GoalWords goal={goal} icon={<KindIcon kind={goal.kind} />} />
        {goal.week.length ? (
          <Week goal={goal} />
        ) : achieved_on === null && !progress ? null : (
          <p className={classes.state} data-below>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${progress ?? 100}%` }} />
            </span>
            {achieved_on ? t('goal.achieved', { day: formatDate(achieved_on, language) }) : t('goal.progress', { percent: progress })}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {onEdit ? (
          <IconButton
            className={classes.edit}
            size="small"
            label={t('goal.edit', { goal: words.short })}
            icon={<IconPencil aria-hidden />}
            onClick={() => onEdit(goal)}
          />
        ) : null}
        {mayTick ? <Check goal={goal} name={words.short} /> : achieved_on ? <IconCircleCheckFilled className={classes.achieved} aria-hidden /> : null}
      </div>
    </li>
  )
}

function Check({ goal, name }: { goal: HabitGoal; name: string }) {
  const { t } = useTranslation('habit')
  const toggle = useToggleAchieved(goal, 'staff')
  const done = goal.achieved_on !== null
  return (
    <Tooltip label={t(done ? 'goal.unachieve' : 'goal.achieve')}>
      <button type="button" className={classes.check} aria-pressed={done} aria-label={t('goal.check', { goal: name })} onClick={toggle}>
        {done ? <IconCircleCheckFilled aria-hidden /> : <IconCircleCheck aria-hidden />}
      </button>
    </Tooltip>
  )
}
