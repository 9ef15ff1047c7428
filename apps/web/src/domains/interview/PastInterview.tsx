import { placeOf } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { Moves, useStatusWord } from './InterviewHead.tsx'
import classes from './schedule/Week.module.css'
import { useInterviewName, useParticipantNames } from './words.ts'

/** Row of a previous interview, for staff. */
export function PastInterview({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const name = useInterviewName()(interview)
  const participantNames = useParticipantNames()(interview)
  const status = useStatusWord()(interview)
  const { id, conducted_at, ends_at, meeting_type, facility, patient_summary } = interview
  const place = meeting_type === 'online' ? t('way.online') : placeOf(interview, facility?.display_name)
  return (
    <div className={classes.item}>
      <p className={classes.who}>
        <Link to={`/interviews/${id}`}>{name}</Link> <Badge tone="outline">{status}</Badge>
      </p>
      <p className={classes.about}>
        <span>
          {formatDate(conducted_at, language, { weekday: true, time: true })}
          {ends_at ? `–${formatTime(ends_at)}` : ''}
        </span>
        {place ? <span>{place}</span> : null}
        {participantNames ? <span lang="ja">{participantNames}</span> : null}
      </p>
      <Moves interview={interview} />
      {patient_summary ? (
        <p lang="ja" style={{ whiteSpace: 'pre-wrap' }}>
          {patient_summary}
        </p>
      ) : (
        <p className={classes.about}>{t('summary.none')}</p>
      )}
    </div>
  )
}
