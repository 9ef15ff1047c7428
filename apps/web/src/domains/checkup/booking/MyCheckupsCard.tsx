import { checkupState } from '@sukoyaka/rules/care/schedule'
import { type DatedPackage, isDated, isDayOnly, promisedDay } from '@sukoyaka/rules/test-package'
import { tokyoDay } from '@sukoyaka/rules/time'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconBuildingHospital, IconCalendarPlus, IconCheck, IconClock, IconHourglass, IconPencil } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { formatSentenceDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useHasChat } from '../../message/use-has-chat.ts'
import { useListTestPackagesQuery } from '../api.ts'
import { Precautions } from './dialogs/Precautions.tsx'
import type { Directory } from './directory.ts'
import { EarlierDateOffer } from './EarlierDateOffer.tsx'
import classes from './MyCheckups.module.css'
import { bookedPrecautions, mergePrecautions } from './menu.ts'
import { upcomingCheckups } from './steps.ts'
import { useCalendar } from './use-calendar.ts'

const SuggestedDatesDialog = lazyNamed(() => import('./dialogs/SuggestedDatesDialog.tsx'), 'SuggestedDatesDialog')

type Props = { user_id: number; WithDirectory: (props: { children: (directory: Directory) => ReactNode }) => ReactNode }

/** A patient's checkups until the release of their results: being arranged (choose suggested dates), booked (date and precautions) or awaiting results. */
export function MyCheckupsCard({ user_id, WithDirectory }: Props) {
  const { t } = useTranslation('booking')
  const query = useListTestPackagesQuery({ user_id })
  const [opened, setOpened] = useState<number>()
  const upcoming = query.currentData && { items: upcomingCheckups(query.currentData.items) }
  const chosen = query.currentData?.items.find(({ id }) => id === opened)
  return (
    <QueryCard
      title={t('mine.title')}
      query={{ ...query, currentData: upcoming }}
      error={t('mine.error')}
      empty={<NoCheckups />}
      skeleton={
        <div style={{ minHeight: 96 }}>
          <SkeletonLines count={3} />
        </div>
      }
      action={
        <Link className={classes.link} to="/facilities">
          <IconBuildingHospital aria-hidden />
          {t('mine.directory')}
        </Link>
      }
      more={
        chosen ? (
          <WithDirectory>
            {(directory) => (
              <Suspense>
                <SuggestedDatesDialog key={chosen.id} checkup={chosen} directory={directory} onClose={() => setOpened(undefined)} />
              </Suspense>
            )}
          </WithDirectory>
        ) : null
      }
    >
      {({ items }) => (
        <ul>
          {items.map((checkup) => (
            <Row key={checkup.id} checkup={checkup} onChoose={() => setOpened(checkup.id)} />
          ))}
        </ul>
      )}
    </QueryCard>
  )
}

function NoCheckups() {
  const { t } = useTranslation('booking')
  return <Empty title={t('mine.empty')} text={t(useHasChat() ? 'mine.emptyText' : 'mine.emptyCall')} />
}

function Row({ checkup, onChoose }: { checkup: TestPackage; onChoose: () => void }) {
  const { t } = useTranslation(['booking', 'interview'])
  const language = useLanguage()
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  const currentState = checkupState(checkup, new Date())
  const isRegistered = checkup.status === testPackageStatus.complete
  const state = isRegistered ? 'confirming' : currentState === 'booked' || currentState === 'waiting' ? currentState : 'arranging'
  const expected = state === 'waiting' ? promisedDay(checkup, new Date()) : undefined
  const { facility, menu_text } = checkup
  return (
    <li className={classes.checkup}>
      <div className={classes.head}>
        <h3 lang={checkup.name ? 'ja' : undefined}>{name}</h3>
        <Badge tone={state === 'booked' ? 'accent' : 'outline'} icon={icons[state]}>
          {t(`booking:mine.${words[state]}`)}
        </Badge>
      </div>
      {menu_text && menu_text !== name ? (
        <p className={classes.menu} lang="ja">
          {menu_text}
        </p>
      ) : null}
      {facility ? (
        <p className={classes.place}>
          <Link className={classes.link} to={`/facilities/${facility.id}`} aria-label={t('booking:mine.facilityNamed', { name: facility.display_name })}>
            <IconBuildingHospital aria-hidden />
            {facility.display_name}
          </Link>
          <span className={classes.quiet} lang={recordLang(facility.access_text, language)}>
            {facility.access_text}
          </span>
        </p>
      ) : checkup.location ? (
        <p className={classes.quiet} lang="ja">
          {checkup.location}
        </p>
      ) : null}
      {state === 'arranging' ? <Arranging checkup={checkup} onChoose={onChoose} /> : null}
      {state === 'booked' && isDated(checkup) ? <Booked checkup={checkup} name={name} /> : null}
      {expected ? <p className={classes.quiet}>{t('booking:mine.expected', { day: formatSentenceDate(expected, language, { time: false }) })}</p> : null}
    </li>
  )
}

const icons = {
  arranging: <IconClock aria-hidden />,
  booked: <IconCheck aria-hidden />,
  waiting: <IconHourglass aria-hidden />,
  confirming: <IconHourglass aria-hidden />,
}
const words = { arranging: 'arranging', booked: 'fixed', waiting: 'waiting', confirming: 'confirming' } as const

function Arranging({ checkup, onChoose }: { checkup: TestPackage; onChoose: () => void }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const suggestedDates = checkup.suggested_datetimes
  return (
    <>
      {suggestedDates.length ? (
        <ol className={classes.suggestedDates} aria-label={t('suggestedDate.list')}>
          {suggestedDates.map(({ id, datetime }, at) => (
            <li key={id}>
              <span className={classes.quiet}>{t('suggestedDate.nth', { number: at + 1 })}</span>
              {formatSentenceDate(datetime, language)}
            </li>
          ))}
        </ol>
      ) : null}
      <p className={classes.quiet}>{t(suggestedDates.length ? 'mine.asked' : 'mine.ask')}</p>
      <Button
        kind={suggestedDates.length ? 'secondary' : 'primary'}
        icon={suggestedDates.length ? <IconPencil aria-hidden /> : <IconCalendarPlus aria-hidden />}
        onClick={onChoose}
      >
        {t(suggestedDates.length ? 'mine.change' : 'mine.choose')}
      </Button>
    </>
  )
}

function Booked({ checkup, name }: { checkup: DatedPackage; name: string }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const [addToCalendar, isLoading] = useCalendar()
  const { change_until } = checkup
  const isChangeable = change_until !== null && Date.parse(change_until) > Date.now()
  return (
    <>
      <p className={classes.date}>
        {isDayOnly(checkup) ? (
          <time dateTime={tokyoDay(checkup.tested_at)}>{formatSentenceDate(checkup.tested_at, language, { time: false })}</time>
        ) : (
          <time dateTime={checkup.tested_at}>{formatSentenceDate(checkup.tested_at, language)}</time>
        )}
      </p>
      <Precautions lines={mergePrecautions(bookedPrecautions(checkup), { isBooked: true })} />
      {isChangeable ? <p className={classes.quiet}>{t('mine.until', { at: formatSentenceDate(change_until, language) })}</p> : null}
      <EarlierDateOffer checkup={checkup}>
        <Button
          icon={<IconCalendarPlus aria-hidden />}
          loading={isLoading}
          aria-label={t('mine.calendarNamed', { name })}
          onClick={() => void addToCalendar(checkup.id, name)}
        >
          {t('mine.calendar')}
        </Button>
      </EarlierDateOffer>
    </>
  )
}
