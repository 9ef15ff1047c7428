import { addMonths, daysSince, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { IconClock, IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/date/DateText.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import { Findings } from './Findings.tsx'
import classes from './Row.module.css'

/** At most this many values are shown in a row; the contact dialog shows all critical ones. */
const maxFindings = 3
const hourMs = 3_600_000

/** Full months since the instant, in the Tokyo calendar. */
const monthsSince = (instant: string) => {
  const day = tokyoDay(instant)
  let months = 0
  while (tokyoStartOfDay(addMonths(day, months + 1)).getTime() <= Date.now()) months += 1
  return months
}

/** Why the row is in its section: the abnormal values, or one sentence. */
export function ReasonText({ item }: { item: TodayItem }) {
  if (item.section === 'newly_abnormal' || item.section === 'worsened') return <Findings item={{ ...item, findings: item.findings.slice(0, maxFindings) }} />
  if (item.section === 'needs_reply') return <ReplyReason item={item} />
  if (item.section === 'interviews_today') return <InterviewReason item={item} />
  if (item.follow_up) return <FollowUp item={item} follow_up={item.follow_up} />
  return <Line item={item} />
}

function ReplyReason({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const hours = Math.floor((Date.now() - Date.parse(item.at)) / hourMs)
  const waitingText = hours >= 24 ? t('why.waits', { days: Math.floor(hours / 24) }) : hours > 0 ? t('why.waitsHours', { hours }) : t('why.waitsNow')
  return (
    <p className={classes.line}>
      <span className={classes.excerpt} lang={item.excerpt ? 'ja' : undefined}>
        {item.excerpt ?? t('why.noText')}
      </span>
      <span className={hours >= 24 ? classes.near : classes.quiet}>
        {hours >= 24 ? <IconClock aria-hidden /> : null}
        {waitingText}
      </span>
    </p>
  )
}

function InterviewReason({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const isOnline = item.meeting_type === 'online'
  return (
    <p className={classes.line}>
      <span lang={item.name ? 'ja' : undefined}>{item.name || t(`kind.${item.interview_kind ?? 'other'}`)}</span>
      <span className={classes.quiet}>
        {isOnline ? <IconVideo aria-hidden /> : null}
        {t(isOnline ? 'why.online' : 'why.atPlace')}
      </span>
    </p>
  )
}

/** How long results have waited for their release since the last of them was changed. */
function Waited({ since }: { since: string }) {
  const { t } = useTranslation('today')
  const days = daysSince(since, new Date())
  if (days < 1) return null
  return (
    <span className={days >= 7 ? classes.near : classes.quiet}>
      {days >= 7 ? <IconClock aria-hidden /> : null}
      {t('why.waits', { days })}
    </span>
  )
}

function FollowUp({ item, follow_up: { display_name, kind, due_on } }: { item: TodayItem; follow_up: NonNullable<TodayItem['follow_up']> }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const days = daysSince(item.at, new Date())
  return (
    <p className={classes.line}>
      <span lang={recordLang(display_name, language)}>{display_name}</span>
      <span>{due_on ? t('why.followUp', { what: t(`followUp.${kind}`), day: formatDate(due_on, language) }) : <DateText value={item.at} />}</span>
      <span className={classes.near}>
        <IconClock aria-hidden />
        {due_on ? (days > 0 ? t('why.overdue', { count: days }) : t('why.soon')) : t('why.unread', { count: days })}
      </span>
    </p>
  )
}

function Line({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const day = formatDate(item.at, language, { year: tokyoDay(item.at).slice(0, 4) !== tokyoDay(new Date()).slice(0, 4) })
  if (item.section === 'waiting_release')
    return (
      <p className={classes.line}>
        <span lang={item.name ? 'ja' : undefined}>{item.name || t('why.checkup')}</span>
        <DateText value={item.at} />
        {item.count ? <span className={classes.quiet}>{t('why.results', { count: item.count })}</span> : null}
        <Waited since={item.version} />
        {item.serious_count ? <span className={classes.serious}>{t('why.seriousCount', { count: item.serious_count })}</span> : null}
      </p>
    )
  if (item.section === 'checkup_overdue') {
    const months = monthsSince(item.at)
    return (
      <p className={classes.line}>
        <span>{t('why.late', { day })}</span>
        <span className={classes.near}>
          <IconClock aria-hidden />
          {months ? t('why.lateMonths', { count: months }) : t('why.lateDays', { count: Math.max(1, daysSince(item.at, new Date())) })}
        </span>
      </p>
    )
  }
  if (item.section === 'no_data')
    return (
      <p className={classes.line}>
        <span>{t('why.lastData', { day })}</span>
        <span className={classes.near}>
          <IconClock aria-hidden />
          {t('why.silent', { days: daysSince(item.at, new Date()) })}
        </span>
      </p>
    )
  return (
    <p className={classes.line}>
      <span>{t('why.well', { count: item.count })}</span>
      <span className={classes.quiet}>{t('why.wellGoals')}</span>
    </p>
  )
}
