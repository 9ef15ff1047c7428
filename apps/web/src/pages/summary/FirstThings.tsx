import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import type { DataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import {
  IconCalendarCheck,
  IconCalendarPlus,
  IconCalendarTime,
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
import { joinUrl, useInterviewName, useWhom } from '../../domains/interview/words.ts'
import { formatSentenceDate, intlLocale, useLanguage } from '../../ui/date/tokyo.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { Skeleton, useSkeleton } from '../../ui/layout/Skeleton.tsx'
import classes from './FirstThings.module.css'
import { type FirstThing, firstThings } from './first-things.ts'

/** Up to three most important things for the patient; the first is highlighted. */
export function FirstThings({ user_id }: { user_id: number }) {
  const { t } = useTranslation('home')
  const interviews = useListInterviewsQuery({ interviewee_id: user_id })
  const checkups = useListTestPackagesQuery({ user_id })
  const goals = useListHabitGoalsQuery({ user_id })
  const requests = useListDataEntryRequestsQuery({ patient_id: user_id })
  const all = [interviews, checkups, goals]
  // questionnaire requests load with the rest, but their failure does not block the card
  const isReady = all.every(({ currentData }) => currentData) && Boolean(requests.currentData || requests.isError)
  const { failed, retry } = combineQueries(...all)
  const skeleton = useSkeleton(!isReady && !failed)
  if (failed && !skeleton)
    return (
      <div className={classes.failed}>
        <ErrorState title={t('error.first')} onRetry={retry} />
      </div>
    )
  if (!isReady || skeleton)
    return (
      <div className={classes.things} aria-busy="true">
        {[0, 1, 2].map((at) => (
          <div key={at} className={classes.thing}>
            {skeleton ? <Skeleton height={44} width={at ? '80%' : '92%'} /> : null}
          </div>
        ))}
      </div>
    )
  const items = (query: { currentData?: unknown }) => (query.currentData as { items: never[] }).items
  const things = firstThings(
    { interviews: items(interviews), checkups: items(checkups), goals: items(goals), requests: requests.currentData?.items },
    new Date(),
  )
  if (!things.length) return null
  return (
    <ul className={classes.things} aria-label={t('first.label')} data-count={things.length}>
      {things.map((thing) => (
        <Thing key={keyOf(thing)} thing={thing} user_id={user_id} />
      ))}
    </ul>
  )
}

const keyOf = (thing: FirstThing) =>
  `${thing.what}${thing.what === 'interview' ? thing.interview.id : thing.what === 'goal' ? thing.goal.id : thing.what === 'asked' ? thing.request.id : thing.checkup.id}`

function Thing({ thing, user_id }: { thing: FirstThing; user_id: number }) {
  const { t } = useTranslation('home')
  if (thing.what === 'interview') return <Talk interview={thing.interview} isOpen={thing.isOpen} />
  if (thing.what === 'goal')
    return (
      <Tile icon={<IconTarget aria-hidden />} title={t('first.goal')} text={<span lang="ja">{thing.goal.content.split('\n')[0]}</span>}>
        <button type="button" className={classes.action} onClick={() => showCard('goals')}>
          {t('first.goalAction')}
          <IconChevronRight aria-hidden />
        </button>
      </Tile>
    )
  if (thing.what === 'asked') return <Asked request={thing.request} />
  return <Visit thing={thing} user_id={user_id} />
}

function Asked({ request }: { request: DataEntryRequest }) {
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
  const card = document.getElementById(id)
  card?.scrollIntoView({ block: 'start' })
  card?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}

function Talk({ interview, isOpen }: { interview: Interview; isOpen: boolean }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const named = useInterviewName()(interview)
  const whom = useWhom()({ participants: interview.participants.slice(0, 1) })
  const url = joinUrl(interview)
  const isOnline = interview.meeting_type === 'online'
  const title = interview.name.trim() || !whom ? named : t('first.interview', { whom })
  const hasBegun = Date.parse(interview.conducted_at) <= Date.now()
  const when = hasBegun ? t('first.now') : t('first.at', { day: formatSentenceDate(interview.conducted_at, language) })
  const place = isOnline ? (url ? t('first.joinSoon') : t('first.online')) : interview.location ? t('first.place', { place: interview.location }) : undefined
  return (
    <Tile icon={isOnline ? <IconVideo aria-hidden /> : <IconMapPin aria-hidden />} title={title} text={when} more={isOpen && url ? undefined : place}>
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

function Visit({ thing, user_id }: { thing: Exclude<FirstThing, { what: 'interview' | 'goal' | 'asked' }>; user_id: number }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const { checkup } = thing
  const name = useCheckupName()(checkup)
  const tested = formatDay(tokyoDay(checkup.tested_at), language)
  if (thing.what === 'released')
    return (
      <Tile icon={<IconClipboardCheck aria-hidden />} title={t('first.released')} text={t('first.releasedText', { name, tested })}>
        <Link className={classes.action} to={`/${user_id}/database`}>
          {t('first.look')}
          <IconChevronRight aria-hidden />
        </Link>
      </Tile>
    )
  if (thing.what === 'confirming') {
    const day = thing.expected && formatSentenceDate(thing.expected, language, { time: false })
    const text = day ? t('first.confirmingText', { name, tested, day }) : t('first.confirmingSoon', { name, tested })
    return <Tile icon={<IconHourglass aria-hidden />} title={t('first.confirming')} text={text} />
  }
  if (thing.what === 'booked')
    return (
      <Tile
        icon={<IconCalendarCheck aria-hidden />}
        title={t('first.booked', { name })}
        text={t('first.at', { day: formatSentenceDate(checkup.tested_at, language) })}
        more={checkup.location ? t('first.place', { place: checkup.location }) : undefined}
      />
    )
  const month = new Intl.DateTimeFormat(intlLocale[language], { month: 'long', timeZone: 'Asia/Tokyo' }).format(new Date(checkup.tested_at))
  if (checkup.status === testPackageStatus.edit && !checkup.suggested_datetimes.length)
    return (
      <Tile icon={<IconCalendarPlus aria-hidden />} title={t('first.choose', { name })} text={t('first.chooseText')}>
        <button type="button" className={classes.action} onClick={() => showCard('checkups')}>
          {t('first.chooseAction')}
          <IconChevronRight aria-hidden />
        </button>
      </Tile>
    )
  return <Tile icon={<IconCalendarTime aria-hidden />} title={t('first.arranging', { name })} text={t('first.arrangingText', { month })} />
}

function Tile({ icon, title, text, more, children }: { icon: ReactNode; title: ReactNode; text: ReactNode; more?: ReactNode; children?: ReactNode }) {
  return (
    <li className={classes.thing}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
        {more ? <p className={classes.more}>{more}</p> : null}
      </div>
      {children}
    </li>
  )
}
