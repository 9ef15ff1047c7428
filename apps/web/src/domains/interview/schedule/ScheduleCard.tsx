import { canJoin, placeOf } from '@sukoyaka/rules/care/interview'
import { IconCheck, IconClock, IconHourglass, IconVideo } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { combineQueries } from '../../../api/combine-queries.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { useNow } from '../../../ui/date/use-now.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { QueryCard } from '../../../ui/loading/QueryCard.tsx'
import type { Query } from '../../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../../ui/loading/Skeleton.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { useListInterviewsQuery } from '../api.ts'
import { CreateButton } from '../CreateButton.tsx'
import { joinUrl, useInterviewName, useParticipantNames } from '../words.ts'
import { DayBlock, NoDayBlock } from './DayBlock.tsx'
import classes from './ScheduleCard.module.css'
import { type Checkup, type Planned, planned } from './schedule.ts'

const maxRows = 5

/** Upcoming interviews, and checkups without results, in chronological order. The checkups of the patient are loaded by the page. */
export function ScheduleCard({ user_id, checkups }: { user_id: number; checkups: Query<{ items: Checkup[] }> }) {
  const { t } = useTranslation('interview')
  const interviews = useListInterviewsQuery({ interviewee_id: user_id })
  const currentData = interviews.currentData && checkups.currentData && planned(interviews.currentData.items, checkups.currentData.items, new Date())
  return (
    <QueryCard
      title={t('schedule.title')}
      action={<CreateButton user_id={user_id} />}
      query={{ currentData, ...combineQueries(interviews, checkups) }}
      error={t('schedule.error')}
      skeleton={
        <ul>
          {[0, 1, 2].map((at) => (
            <li key={at} className={classes.row}>
              <Skeleton height={40} width={at % 2 ? '80%' : '92%'} />
            </li>
          ))}
        </ul>
      }
    >
      {(items) => <Rows items={items} />}
    </QueryCard>
  )
}

function Rows({ items }: { items: Planned[] }) {
  const { t } = useTranslation('interview')
  const [all, setAll] = useState(false)
  if (items.length === 0) return <Empty title={t('schedule.empty')} />
  return (
    <>
      <ul>
        {(all ? items : items.slice(0, maxRows)).map((item) =>
          'interview' in item ? <InterviewRow key={item.key} item={item} /> : <CheckupRow key={item.key} item={item} />,
        )}
      </ul>
      {items.length > maxRows ? (
        <Button kind="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('schedule.fewer', { count: maxRows }) : t('schedule.all', { count: items.length })}
        </Button>
      ) : null}
    </>
  )
}

function InterviewRow({ item: { interview, isNow } }: { item: Extract<Planned, { interview: unknown }> }) {
  const { t } = useTranslation('interview')
  const name = useInterviewName()(interview)
  const participantNames = useParticipantNames()(interview)
  const now = useNow()
  const url = canJoin(interview, now) ? joinUrl(interview) : undefined
  const language = useLanguage()
  const { conducted_at, ends_at, meeting_type, facility, moves } = interview
  const place = meeting_type === 'online' ? t('schedule.online') : placeOf(interview, facility?.display_name)
  const time = `${formatTime(conducted_at)}${ends_at ? `–${formatTime(ends_at)}` : ''}`
  return (
    <li className={classes.row}>
      <DayBlock at={conducted_at} />
      <div className={classes.words}>
        <p className={classes.name}>
          <Link to={`/interviews/${interview.id}`}>{name}</Link>
        </p>
        <p className={classes.line}>
          <span>{time}</span>
          {place ? '\u3000' : ''}
          {place ? <span>{place}</span> : null}
        </p>
        {participantNames ? (
          <p className={classes.line} lang="ja">
            {participantNames}
          </p>
        ) : null}
        {moves?.map((move) => (
          <p key={move.id} className={classes.line}>
            {t('schedule.movedFrom')} <s>{formatDate(move.conducted_at, language, { year: false, weekday: true, time: true })}</s>
          </p>
        ))}
        <p className={classes.state}>
          <Badge tone="accent" icon={isNow ? <IconClock aria-hidden /> : <IconCheck aria-hidden />}>
            {t(isNow ? 'state.now' : 'state.booked')}
          </Badge>
          {url ? (
            <a className={classes.join} href={url} target="_blank" rel="noopener noreferrer" aria-label={t('schedule.joinNamed', { name })}>
              <IconVideo aria-hidden />
              {t('schedule.join')}
            </a>
          ) : null}
        </p>
      </div>
    </li>
  )
}

const icons: Record<string, ReactNode> = { booked: <IconCheck aria-hidden />, arranging: <IconClock aria-hidden />, waiting: <IconHourglass aria-hidden /> }

function CheckupRow({ item: { at, checkup, state, expected } }: { item: Extract<Planned, { checkup: unknown }> }) {
  const { t } = useTranslation('interview')
  const suggestedDates = checkup.suggested_datetimes.length
  const language = useLanguage()
  return (
    <li className={classes.row}>
      {at === null ? <NoDayBlock /> : <DayBlock at={at} isSuggested={state === 'arranging'} />}
      <div className={classes.words}>
        <p className={classes.name} lang={checkup.name ? 'ja' : undefined}>
          {checkup.name || t(`checkup.${checkup.kind}`)}
        </p>
        {checkup.location ? (
          <p className={classes.line} lang="ja">
            {checkup.location}
          </p>
        ) : null}
        {at !== null && state === 'arranging' && suggestedDates ? (
          <p className={classes.line}>
            {suggestedDates === 1 ? t('schedule.onlySuggestedDate') : t('schedule.firstSuggestedDate', { count: suggestedDates - 1 })}
          </p>
        ) : null}
        {checkup.included_in_plan && state === 'open' ? <p className={classes.line}>{t('schedule.included')}</p> : null}
        {expected ? <p className={classes.line}>{t('schedule.expected', { day: formatDate(expected, language) })}</p> : null}
        <p className={classes.state}>
          <Badge tone={state === 'booked' ? 'accent' : 'outline'} icon={icons[state]}>
            {t(`state.${state}`)}
          </Badge>
        </p>
      </div>
    </li>
  )
}
