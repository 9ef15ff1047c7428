import { isCompleted } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { useListInterviewsQuery } from './api.ts'
import { PastInterview } from './PastInterview.tsx'
import classes from './schedule/Week.module.css'

const maxShown = 3

/** The last interviews before this one; renders nothing if there are none. */
export function LastInterviews({ interview: { id, interviewee_id, conducted_at } }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const { currentData } = useListInterviewsQuery({ interviewee_id, to: conducted_at })
  const completed = (currentData?.items ?? []).filter((interview) => interview.id !== id && isCompleted(interview, new Date())).slice(0, maxShown)
  if (!completed.length) return null
  return (
    <Card title={t('last')}>
      <div className={classes.list}>
        {completed.map((row) => (
          <PastInterview key={row.id} interview={row} />
        ))}
      </div>
    </Card>
  )
}
