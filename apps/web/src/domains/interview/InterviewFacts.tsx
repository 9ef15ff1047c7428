import { endOf, isCompleted, placeOf } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { safeUrl } from '../../ui/page/safe-url.ts'
import { Moves } from './InterviewHead.tsx'
import { JoinLink } from './JoinLink.tsx'
import { CalendarButton } from './schedule/CalendarButton.tsx'
import classes from './schedule/Week.module.css'
import { useInterviewName, useParticipantNames } from './words.ts'

/** Time, location, participants and actions of an interview. */
export function InterviewFacts({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const now = useNow()
  const name = useInterviewName()(interview)
  const participantNames = useParticipantNames()(interview)
  const { conducted_at, ends_at, meeting_type, meeting_url, facility } = interview
  const isOnline = meeting_type === 'online'
  const isOver = interview.status === 'cancelled' || isCompleted(interview, now)
  const place = isOnline ? t('way.online') : placeOf(interview, facility?.display_name) || (isOver ? t('way.other') : t('mine.unplaced'))
  const map = facility && !isOnline ? safeUrl(facility.map_url) : undefined
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('mine.when')}</dt>
          <dd>
            {interview.status === 'cancelled' ? (
              <s>{formatDate(conducted_at, language, { weekday: true, time: true })}</s>
            ) : (
              <>
                {formatDate(conducted_at, language, { weekday: true, time: true })}
                {ends_at ? `–${formatTime(ends_at)}` : ''}
              </>
            )}
            <Moves interview={interview} />
          </dd>
        </div>
        <div>
          <dt>{t('mine.where')}</dt>
          <dd>
            {place}
            {!isOnline && facility?.access_text ? (
              <p className={classes.about} style={{ margin: 0 }}>
                {facility.access_text}
              </p>
            ) : null}
            {map ? (
              <p style={{ margin: 0 }}>
                <a href={map} target="_blank" rel="noopener noreferrer">
                  {t('mine.map')}
                </a>
              </p>
            ) : null}
            {isOnline && meeting_url && interview.status === 'scheduled' && endOf(interview) > now.getTime() ? (
              <p className={classes.about}>{t('mine.joinHint')}</p>
            ) : null}
          </dd>
        </div>
        {participantNames ? (
          <div>
            <dt>{t('mine.who')}</dt>
            <dd lang="ja">{participantNames}</dd>
          </div>
        ) : null}
      </dl>
      <div className={classes.presses}>
        <JoinLink interview={interview} name={name} />
        <CalendarButton interview={interview} name={name} />
      </div>
    </>
  )
}
