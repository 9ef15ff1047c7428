import type { Interview } from '@sukoyaka/wire/interview'
import { useTranslation } from 'react-i18next'
import { useInterviewName, useWhom } from '../../interview/words.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EventCard } from '../../ui/EventCard.tsx'
import { formatTime } from '../../ui/tokyo.ts'
import classes from './TimelinePage.module.css'

/** An interview that took place, with what the patient is told of it. */
export function InterviewEvent({ interview, reader }: { interview: Interview; reader: 'staff' | 'patient' }) {
  const { t } = useTranslation('timeline')
  const name = useInterviewName()(interview)
  const whom = useWhom()(interview)
  const { meeting_type, conducted_at, ends_at, status, patient_summary, location } = interview
  return (
    <EventCard
      label={t('interview.label')}
      title={meeting_type === 'online' ? t('interview.online', { name }) : name}
      badge={status === 'cancelled' ? <Badge tone="outline">{t('interview.cancelled')}</Badge> : undefined}
      meta={<span lang="ja">{[whom, location].filter(Boolean).join('\u3000')}</span>}
      time={`${formatTime(conducted_at)}${ends_at ? `–${formatTime(ends_at)}` : ''}`}
    >
      {patient_summary ? (
        <div className={classes.well}>
          <h4>{t(reader === 'patient' ? 'interview.summaryOwn' : 'interview.summary')}</h4>
          <p lang="ja">{patient_summary}</p>
        </div>
      ) : null}
    </EventCard>
  )
}
