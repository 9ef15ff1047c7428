import { formatNumber, formatUnit } from '@sukoyaka/rules/record/answer'
import type { DailySleep, Step } from '@sukoyaka/wire/record/activity'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { MarkIcon, toneOf } from '../../ui/status/marks.tsx'
import classes from './Activity.module.css'
import { useListDailySleepsQuery, useListStepsQuery } from './api.ts'
import { byDay, daysOf, type Period } from './days.ts'
import { shortMinutes } from './sleep-days.ts'
import { type DailyValues, decimalsOf, useDailyValues } from './use-values.ts'

const fewRows = 7

type Props = {
  user_id: number
  period: Period
  /** Called with a day, to show how its values came about. */
  onDerivation?: ((day: string) => void) | undefined
}

/** Table of the daily values behind the charts, newest first. */
export function DaysCard({ user_id, period, onDerivation }: Props) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const [all, setAll] = useState(false)
  const steps = useListStepsQuery({ user_id, count: Number(period) })
  const sleeps = useListDailySleepsQuery({ user_id, limit: Number(period) })
  const { currentData: values = [] } = useDailyValues(user_id, period)
  // the cards of the charts show the load errors
  if (!steps.currentData) return null
  const days = daysOf(period).reverse()
  const stepByDay = byDay(steps.currentData.items, ({ measured_on }) => measured_on)
  const sleepByDay = byDay(sleeps.currentData?.items ?? [], ({ woke_on }) => woke_on)
  return (
    <Card title={t('days.title')} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be focusable by keyboard */}
      <section className={classes.scroll} tabIndex={0}>
        <table className={classes.days}>
          <thead>
            <tr>
              <th scope="col">{t('days.day')}</th>
              <th scope="col" className={classes.right}>
                {t('steps.title')}
              </th>
              {values.map(({ category }) => (
                <th key={category.id} scope="col" className={classes.right}>
                  {category.display_name} <span className={classes.unit}>{formatUnit(category.unit, language)}</span>
                </th>
              ))}
              <th scope="col" className={classes.right}>
                {t('days.sleep')}
              </th>
              <th scope="col">{t('days.origin')}</th>
            </tr>
          </thead>
          <tbody>
            {(all ? days : days.slice(0, fewRows)).map((day) => (
              <DayRow
                key={day}
                day={day}
                showsYear={period === '365'}
                step={stepByDay.get(day)}
                sleep={sleepByDay.get(day)}
                values={values}
                onDerivation={onDerivation}
              />
            ))}
          </tbody>
        </table>
      </section>
      {days.length > fewRows ? (
        <div className={classes.foot}>
          <Button kind="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('days.fewer', { count: fewRows }) : t('days.all', { count: days.length })}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

type DayRowProps = Pick<Props, 'onDerivation'> & {
  day: string
  showsYear: boolean
  step: Step | undefined
  sleep: DailySleep | undefined
  values: readonly DailyValues[]
}

function DayRow({ day, showsYear, step, sleep, values, onDerivation }: DayRowProps) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const isFew = step?.status === 2
  return (
    <tr>
      <th scope="row">{formatDate(day, language, { weekday: true, year: showsYear })}</th>
      <td className={clsx(classes.right, classes.count, isFew && classes.below)}>{step ? <Count count={step.count} isFew={isFew} /> : <None />}</td>
      {values.map(({ category, valueByDay }) => {
        const value = valueByDay.get(day)
        return (
          <td key={category.id} className={classes.right}>
            {value === undefined ? <None /> : formatNumber(value, decimalsOf(category.name), 'all')}
          </td>
        )
      })}
      <td className={classes.right}>{sleep ? shortMinutes(sleep.total_minutes) : <None />}</td>
      <td className={classes.origin}>
        {onDerivation && (step || sleep) ? (
          <Button kind="ghost" size="small" onClick={() => onDerivation(day)} aria-label={t('days.whyDay', { day: formatDate(day, language) })}>
            {t('days.why')}
          </Button>
        ) : null}{' '}
        {step ? step.origin || t('days.typed') : <None />}
      </td>
    </tr>
  )
}

function None() {
  const { t } = useTranslation('activity')
  return (
    <>
      <span aria-hidden>–</span>
      <span className="visually-hidden">{t('days.none')}</span>
    </>
  )
}

function Count({ count, isFew }: { count: number; isFew: boolean }) {
  const { t } = useTranslation('activity')
  return (
    <>
      {isFew ? <MarkIcon tone={toneOf(2)} /> : null}
      {formatNumber(count, 0)}
      {isFew ? <span className="visually-hidden">{t('steps.below')}</span> : null}
    </>
  )
}
