import { imagesWaiting } from '@sukoyaka/rules/boards/follow-up'
import { tokyoDay } from '@sukoyaka/rules/time'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useListImageTestResultsQuery } from './api.ts'
import classes from './FollowUpsCard.module.css'

/** Images that wait for a follow-up or a reading (`imagesWaiting`). Renders nothing if there are none. */
export function FollowUpsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('imaging')
  const language = useLanguage()
  const { currentData } = useListImageTestResultsQuery({ user_id, include: ['category'] })
  const now = new Date()
  const today = tokyoDay(now)
  const waiting = imagesWaiting(currentData?.items ?? [], now)
  if (!waiting.length) return null
  return (
    <Card title={t('followUps.title')}>
      <ul>
        {waiting.map(({ id, category, recorded_at, follow_up_kind, due_on }) => (
          <li key={id} className={classes.row}>
            <Link className={classes.name} to={`/${user_id}/database?tab=images`}>
              {category?.display_name} {formatDate(recorded_at, language)}
            </Link>
            <span className={classes.due}>
              <IconClock aria-hidden />
              {due_on && follow_up_kind
                ? t(due_on < today ? 'followUps.past' : 'followUps.due', { what: t(`followUp.${follow_up_kind}`), day: formatDate(due_on, language) })
                : t('followUps.reading')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
