import type { TimelineEvent } from '@sukoyaka/wire/boards/timeline'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { wordsOf } from './words.ts'

/** Timeline item: a goal was started or achieved. */
export function GoalItem({ habit_goal, event, details }: { habit_goal: HabitGoal; event: TimelineEvent; details?: ReactNode }) {
  const { t } = useTranslation('event')
  const words = wordsOf(habit_goal, useLanguage())
  const isAchieved = event === 'achieved'
  const days = habit_goal.week.filter(({ done }) => done).length
  return (
    <EventCard
      details={words.notes || (habit_goal.week.length && !isAchieved) ? details : undefined}
      label={t('goal.label')}
      title={words.goal}
      lang={words.lang}
      badge={
        isAchieved || days ? (
          <Badge tone="healthy" icon={<IconCheck aria-hidden />}>
            {isAchieved ? t('goal.achieved') : t('goal.week', { count: days })}
          </Badge>
        ) : undefined
      }
      meta={isAchieved ? undefined : t('goal.added')}
      time={isAchieved ? undefined : formatTime(habit_goal.created_at)}
    />
  )
}
