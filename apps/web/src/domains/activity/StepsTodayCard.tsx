import { enoughSteps, stepStatus } from '@sukoyaka/rules/record/lifestyle'
import { formatTime, tokyoDay } from '@sukoyaka/rules/time'
import type { Step } from '@sukoyaka/wire/record/activity'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { formatDate, formatWeekday, useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { useListStepsQuery } from './api.ts'
import classes from './StepsTodayCard.module.css'
import { ringOf, type StepDay, weekOf, wordsOfToday } from './steps-today.ts'

const days = 7
const radius = 88
const circumference = 2 * Math.PI * radius

const formatCount = (count: number) => count.toLocaleString('en-US')

/**
 * The patient’s own card: today’s steps against the goal, and the last seven days. `goal`: the patient’s own goal, otherwise the recommended steps. `why`: explains how the
 * numbers came about; shown if a device counted on one of these days.
 */
export function StepsTodayCard({ user_id, goal = enoughSteps, why }: { user_id: number; goal?: number; why?: ReactNode }) {
  const { t } = useTranslation('home')
  const today = tokyoDay(new Date())
  return (
    <QueryCard
      title={t('steps.title')}
      query={useListStepsQuery({ user_id, count: days })}
      error={t('steps.error')}
      empty={<Empty title={t('steps.empty')} text={t('steps.emptyText')} action={<ButtonLink to="/settings/devices">{t('steps.connect')}</ButtonLink>} />}
      skeleton={
        <div className={classes.waiting}>
          <Skeleton width={168} height={168} round />
        </div>
      }
      action={(steps) => {
        const step = steps?.items.find(({ measured_on }) => measured_on === today)
        return step && <Synced step={step} />
      }}
    >
      {({ items }) => {
        const week = weekOf(items, today)
        // `items` are the newest days with steps, which can be before the week
        return <Steps week={week} goal={goal} why={items.some(({ measured_on, origin }) => origin && measured_on >= week[0]!.day) && why} />
      }}
    </QueryCard>
  )
}

function Synced({ step }: { step: Step }) {
  const { t } = useTranslation('home')
  return (
    <span className={classes.synced}>
      <IconRefresh aria-hidden />
      {t('steps.synced', { time: formatTime(step.updated_at) })}
    </span>
  )
}

function Steps({ week, goal, why }: { week: StepDay[]; goal: number; why: ReactNode }) {
  const { t } = useTranslation('home')
  const { count } = week.at(-1)!
  const words = wordsOfToday(count, goal, enoughSteps)
  const message = t(`steps.${words.key}`, { steps: formatCount(words.count), recommended: formatCount(enoughSteps) })
  return (
    <div className={classes.steps}>
      <div className={classes.ring}>
        <Ring count={count ?? 0} goal={goal} />
        <p className={classes.today}>
          <span className={classes.number}>{count === undefined ? '–' : formatCount(count)}</span>
          <span className={classes.goal}>{t(goal === enoughSteps ? 'steps.recommended' : 'steps.goal', { steps: formatCount(goal) })}</span>
        </p>
      </div>
      <div className={classes.right}>
        <Week week={week} />
        <p className={classes.words}>{message}</p>
        {why}
      </div>
    </div>
  )
}

function Ring({ count, goal }: { count: number; goal: number }) {
  const { filled, mark } = ringOf(count, goal, enoughSteps)
  const angle = (mark ?? 0) * 2 * Math.PI
  const at = (r: number) => `${100 + r * Math.sin(angle)} ${100 - r * Math.cos(angle)}`
  return (
    <svg viewBox="0 0 200 200" className={classes.picture} aria-hidden="true">
      <circle cx="100" cy="100" r={radius} fill="none" className={classes.track} strokeWidth="14" />
      {filled > 0 ? (
        <circle
          cx="100"
          cy="100"
          r={radius}
          fill="none"
          className={classes.filled}
          strokeWidth="14"
          strokeLinecap="round"
          strokeDasharray={`${filled * circumference} ${circumference}`}
          transform="rotate(-90 100 100)"
        />
      ) : null}
      {mark === undefined ? null : <path d={`M${at(radius - 9)}L${at(radius + 9)}`} className={classes.mark} strokeWidth="2.5" />}
    </svg>
  )
}

const height = 84
const width = 18

/** Decorative bars plus a visually hidden table with the same numbers for screen readers. */
function Week({ week }: { week: StepDay[] }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const hatch = useId()
  const max = Math.max(enoughSteps, ...week.map(({ count }) => count ?? 0))
  return (
    <>
      <div className={classes.week} aria-hidden="true">
        {week.map(({ day, count }, at) => {
          const tall = count === undefined ? 0 : Math.max(3, (count / max) * height)
          const isUnder = count !== undefined && stepStatus(count) !== 0
          return (
            <span key={day} className={at === week.length - 1 ? classes.now : classes.weekday}>
              <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
                {isUnder ? (
                  <pattern id={`${hatch}${at}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <rect width="5" height="5" className={classes.hatchGround} />
                    <path d="M0 0V5" className={classes.hatch} strokeWidth="3" />
                  </pattern>
                ) : null}
                {count === undefined ? (
                  <path d={`M3 ${height - 1}H${width - 3}`} className={classes.none} strokeWidth="2" strokeDasharray="2 3" />
                ) : (
                  <rect
                    x="1"
                    y={height - tall + 1}
                    width={width - 2}
                    height={tall - 2}
                    rx="3"
                    className={isUnder ? classes.under : classes.enough}
                    {...(isUnder && { fill: `url(#${hatch}${at})` })}
                  />
                )}
              </svg>
              {formatWeekday(day, language, 'narrow')}
            </span>
          )
        })}
      </div>
      {/* a table does not shrink to the visually hidden size, so a div wraps it */}
      <div className="visually-hidden">
        <table>
          <caption>{t('steps.week')}</caption>
          <tbody>
            {week.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day, language, { year: false, weekday: true })}</th>
                <td>{count === undefined ? t('steps.missing') : t(stepStatus(count) === 0 ? 'steps.count' : 'steps.under', { steps: formatCount(count) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
