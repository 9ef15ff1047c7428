import { placeOf } from '@sukoyaka/rules/care/interview'
import { isDayOnly } from '@sukoyaka/rules/test-package'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Interview } from '@sukoyaka/wire/care/interview'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import type { DataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import {
  IconCalendarCheck,
  IconCalendarPlus,
  IconCalendarQuestion,
  IconChevronRight,
  IconClipboardCheck,
  IconClipboardList,
  IconHourglass,
  IconMapPin,
  IconTarget,
  IconVideo,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { combineQueries } from '../../api/combine-queries.ts'
import { useListTestPackagesQuery } from '../../domains/checkup/api.ts'
import { useListDataEntryRequestsQuery } from '../../domains/data-entry-request/api.ts'
import { useListHabitGoalsQuery } from '../../domains/habit/api.ts'
import { useListInterviewsQuery } from '../../domains/interview/api.ts'
import { joinUrl, useInterviewName, useParticipantNames } from '../../domains/interview/words.ts'
import { useListInterviewProposalsQuery } from '../../domains/message/card/api.ts'
import { formatSentenceDate, useLanguage } from '../../ui/date/tokyo.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { showAll } from '../../ui/loading/near.ts'
import { useQueryState } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { MixedText } from '../../ui/text/MixedText.tsx'
import classes from './PriorityItems.module.css'
import { type Priority, prioritiesOf } from './priorities.ts'

/** Up to three most important things for the patient; the first is highlighted. */
export function PriorityItems({ user_id }: { user_id: number }) {
  const { t } = useTranslation('home')
  // an interview can be joined from ten minutes before its start
  const now = useNow()
  const interviews = useListInterviewsQuery({ interviewee_id: user_id })
  const checkups = useListTestPackagesQuery({ user_id })
  const goals = useListHabitGoalsQuery({ user_id })
  const requests = useListDataEntryRequestsQuery({ patient_id: user_id })
  const proposals = useListInterviewProposalsQuery({ patient_id: user_id })
  // requests and proposals load with the rest, but their failure does not block the card
  const mayShow = [requests, proposals].every((query) => query.currentData !== undefined || query.isError)
  const currentData =
    mayShow && interviews.currentData && checkups.currentData && goals.currentData
      ? prioritiesOf(
          {
            interviews: interviews.currentData.items,
            checkups: checkups.currentData.items,
            goals: goals.currentData.items,
            requests: requests.currentData?.items,
            proposals: proposals.currentData?.items,
          },
          now,
        )
      : undefined
  const query = { currentData, ...combineQueries(interviews, checkups, goals) }
  const { data: priorities, isFailed, isSkeletonShown } = useQueryState(query)
  if (isFailed)
    return (
      <div className={classes.failed}>
        <ErrorState title={t('error.first')} onRetry={query.refetch} />
      </div>
    )
  if (!priorities)
    return (
      <div className={classes.things} aria-busy="true">
        {[0, 1, 2].map((index) => (
          <div key={index} className={classes.thing}>
            {isSkeletonShown ? <Skeleton height={44} width={index ? '80%' : '92%'} /> : null}
          </div>
        ))}
      </div>
    )
  if (!priorities.length) return null
  return (
    <ul className={classes.things} aria-label={t('first.label')} data-count={priorities.length}>
      {priorities.map((priority) => (
        <PriorityTile key={keyOf(priority)} priority={priority} user_id={user_id} />
      ))}
    </ul>
  )
}

const keyOf = (priority: Priority) =>
  `${priority.what}${priority.what === 'interview' ? priority.interview.id : priority.what === 'goal' ? priority.goal.id : priority.what === 'request' ? priority.request.id : priority.what === 'proposal' ? priority.id : priority.checkup.id}`

function PriorityTile({ priority, user_id }: { priority: Priority; user_id: number }) {
  const { t } = useTranslation('home')
  if (priority.what === 'interview') return <InterviewTile interview={priority.interview} isOpen={priority.isOpen} />
  if (priority.what === 'goal')
    return (
      <Tile icon={<IconTarget aria-hidden />} title={t('first.goal')} text={<span lang="ja">{priority.goal.content.split('\n')[0]}</span>}>
        <button type="button" className={classes.action} onClick={() => showCard('goals')}>
          {t('first.goalAction')}
          <IconChevronRight aria-hidden />
        </button>
      </Tile>
    )
  if (priority.what === 'proposal')
    return (
      <Tile icon={<IconCalendarQuestion aria-hidden />} title={t('first.proposal')} text={t('first.proposalText', { count: priority.starts.length })}>
        <Link className={classes.action} to={`/messages/${priority.patient_id}?message=${priority.id}`}>
          {t('first.proposalAction')}
          <IconChevronRight aria-hidden />
        </Link>
      </Tile>
    )
  if (priority.what === 'request') return <RequestTile request={priority.request} />
  return <CheckupTile priority={priority} user_id={user_id} />
}

function RequestTile({ request }: { request: DataEntryRequest }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const text = request.due_on ? t('first.askedUntil', { day: formatSentenceDate(request.due_on, language, { time: false }) }) : t('first.askedText')
  return (
    <Tile icon={<IconClipboardList aria-hidden />} title={t('first.asked')} text={text} more={request.note ? <span lang="ja">{request.note}</span> : undefined}>
      {request.questionnaire_id ? (
        <Link className={classes.action} to={`/${request.patient_id}/questionnaires/${request.questionnaire_id}`}>
          {t('first.answer')}
          <IconChevronRight aria-hidden />
        </Link>
      ) : null}
    </Tile>
  )
}

const showCard = (id: 'goals' | 'checkups') => {
  showAll()
  const card = document.getElementById(id)
  card?.scrollIntoView({ block: 'start' })
  const first = card?.querySelector<HTMLElement>('button') ?? card
  first?.focus({ preventScroll: true })
}

function InterviewTile({ interview, isOpen }: { interview: Interview; isOpen: boolean }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const interviewName = useInterviewName()(interview)
  const participantNames = useParticipantNames()({ participants: interview.participants.slice(0, 1) })
  const url = joinUrl(interview)
  const isOnline = interview.meeting_type === 'online'
  const title = interview.name.trim() || !participantNames ? interviewName : t('first.interview', { whom: participantNames })
  const hasBegun = Date.parse(interview.conducted_at) <= Date.now()
  const timeText = hasBegun ? t('first.now') : t('first.at', { day: formatSentenceDate(interview.conducted_at, language) })
  const place = placeOf(interview, interview.facility?.display_name)
  const more = isOnline ? (url ? t('first.joinSoon') : t('first.online')) : place ? t('first.place', { place }) : undefined
  return (
    <Tile icon={isOnline ? <IconVideo aria-hidden /> : <IconMapPin aria-hidden />} title={title} text={timeText} more={isOpen && url ? undefined : more}>
      {isOpen && url ? (
        <a className={classes.action} href={url} target="_blank" rel="noopener noreferrer">
          {t('first.join')}
          <IconChevronRight aria-hidden />
        </a>
      ) : null}
    </Tile>
  )
}

/** Name of a checkup, or its kind if it has none. */
const useCheckupName = () => {
  const { t } = useTranslation('interview')
  return ({ name, kind }: Pick<TestPackage, 'name' | 'kind'>) => name.trim() || t(`checkup.${kind}`)
}

function CheckupTile({ priority, user_id }: { priority: Exclude<Priority, { what: 'interview' | 'goal' | 'request' | 'proposal' }>; user_id: number }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const name = useCheckupName()(priority.checkup)
  if (priority.what === 'choosing')
    return (
      <Tile icon={<IconCalendarPlus aria-hidden />} title={t('first.choose', { name })} text={t('first.chooseText')}>
        <button type="button" className={classes.action} onClick={() => showCard('checkups')}>
          {t('first.chooseAction')}
          <IconChevronRight aria-hidden />
        </button>
      </Tile>
    )
  const { checkup } = priority
  const tested = formatDay(tokyoDay(checkup.tested_at), language)
  if (priority.what === 'released')
    return (
      <Tile icon={<IconClipboardCheck aria-hidden />} title={t('first.released')} text={t('first.releasedText', { name, tested })}>
        <Link className={classes.action} to={`/${user_id}/database`}>
          {t('first.look')}
          <IconChevronRight aria-hidden />
        </Link>
      </Tile>
    )
  if (priority.what === 'confirming') {
    const day = priority.expected && formatSentenceDate(priority.expected, language, { time: false })
    const text = day ? t('first.confirmingText', { name, tested, day }) : t('first.confirmingSoon', { name, tested })
    return <Tile icon={<IconHourglass aria-hidden />} title={t('first.confirming')} text={text} />
  }
  return (
    <Tile
      icon={<IconCalendarCheck aria-hidden />}
      title={t('first.booked', { name })}
      text={t('first.at', { day: formatSentenceDate(checkup.tested_at, language, isDayOnly(checkup) ? { time: false } : undefined) })}
      more={checkup.location ? t('first.place', { place: checkup.location }) : undefined}
    />
  )
}

const marked = (words: ReactNode) => (typeof words === 'string' ? <MixedText text={words} /> : words)

function Tile({ icon, title, text, more, children }: { icon: ReactNode; title: ReactNode; text: ReactNode; more?: ReactNode; children?: ReactNode }) {
  return (
    <li className={classes.thing}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>
        <h2 className={classes.title}>{marked(title)}</h2>
        <p className={classes.text}>{marked(text)}</p>
        {more ? <p className={classes.more}>{marked(more)}</p> : null}
      </div>
      {children}
    </li>
  )
}
