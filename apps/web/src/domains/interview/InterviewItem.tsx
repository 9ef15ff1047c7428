import { placeOf } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTime } from '../../ui/date/tokyo.ts'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { Moves } from './InterviewHead.tsx'
import classes from './InterviewItem.module.css'
import { useInterviewName, useParticipantNames } from './words.ts'

/** Interview entry of the timeline, with its summary for the patient. */
export function InterviewItem({ interview, audience, details }: { interview: Interview; audience: 'staff' | 'patient'; details?: ReactNode }) {
  const { t } = useTranslation(['timeline', 'interviews'])
  const name = useInterviewName()(interview)
  const participantNames = useParticipantNames()(interview)
  const { id, meeting_type, conducted_at, ends_at, status, patient_summary, facility, moves } = interview
  const place = meeting_type === 'online' ? undefined : placeOf(interview, facility?.display_name)
  return (
    <EventCard
      details={details}
      label={t('interview.label')}
      title={
        <Link className={classes.link} to={`/interviews/${id}`}>
          {meeting_type === 'online' ? t('interview.online', { name }) : name}
        </Link>
      }
      badge={status === 'cancelled' ? <Badge tone="outline">{t('interview.cancelled')}</Badge> : undefined}
      meta={<span lang="ja">{[participantNames, place].filter(Boolean).join('\u3000')}</span>}
      time={`${formatTime(conducted_at)}${ends_at ? `–${formatTime(ends_at)}` : ''}`}
    >
      {moves.length || patient_summary ? (
        <>
          <Moves interview={interview} />
          {patient_summary ? (
            <div className={classes.well}>
              <h4>{t(audience === 'patient' ? 'interview.summaryOwn' : 'interview.summary')}</h4>
              <p lang="ja">{patient_summary}</p>
            </div>
          ) : null}
        </>
      ) : null}
    </EventCard>
  )
}
