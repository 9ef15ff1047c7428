import { formatNumber } from '@sukoyaka/rules/record/answer'
import { enoughSteps } from '@sukoyaka/rules/record/lifestyle'
import { formatDay } from '@sukoyaka/rules/time'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart/Chart.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useIsPhone } from '../../ui/layout/phone.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './Activity.module.css'
import { useListStepsQuery } from './api.ts'
import { barsOf, byDay, daysOf, meanOf, type Period } from './days.ts'
import { stepsOption } from './steps-chart.ts'

const height = 264

/** Bar chart of steps with a line at the recommended 6,000 a day. */
export function StepsCard({ user_id, period }: { user_id: number; period: Period }) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const isPhone = useIsPhone()
  const query = useListStepsQuery({ user_id, count: Number(period) })
  const { currentData } = query
  const summary = useMemo(() => {
    if (!currentData) return undefined
    const days = daysOf(period)
    const counts = byDay(currentData.items, ({ measured_on }) => measured_on)
    const countOn = (day: string) => counts.get(day)?.count
    const recorded = days.flatMap((day) => countOn(day) ?? [])
    const enough = recorded.filter((count) => count >= enoughSteps).length
    return { days, bars: barsOf(days, countOn), recorded, enough, mean: Math.round(meanOf(recorded) ?? 0) }
  }, [currentData, period])
  const option = useMemo(
    () =>
      stepsOption(
        summary?.bars ?? [],
        { line: isPhone ? undefined : t('steps.line'), count: (count) => t('steps.count', { steps: formatNumber(count, 0) }) },
        language,
      ),
    [summary, t, language, isPhone],
  )
  const head = summary?.recorded.length ? (
    <span className={classes.headline}>
      {t('steps.title')}
      <span className={classes.quiet}>{t('steps.mean', { period: t(`period.${period}`) })}</span>
      <span className={classes.number}>{formatNumber(summary.mean, 0)}</span>
      <span className={classes.quiet}>{t('steps.unit')}</span>
    </span>
  ) : (
    t('steps.title')
  )
  return (
    <QueryCard
      title={head}
      query={{ ...query, currentData: summary }}
      error={t('steps.error')}
      empty={t('steps.empty')}
      isEmpty={({ recorded }) => recorded.length === 0}
      skeleton={
        <div style={{ height }}>
          <Skeleton height={height - 16} radius={7} />
        </div>
      }
      action={
        summary?.recorded.length ? (
          <span className={classes.legend}>
            <span>
              <i className={classes.enough} aria-hidden />
              {t('steps.enough', { count: summary.enough })}
            </span>
            <span>
              <i className={classes.few} aria-hidden />
              {t('steps.few', { count: summary.recorded.length - summary.enough })}
            </span>
          </span>
        ) : undefined
      }
    >
      {({ days, bars, recorded, mean, enough }) => (
        <>
          <Chart
            height={height}
            option={option}
            label={t('steps.say', {
              from: formatDay(days[0]!, language),
              to: formatDay(days.at(-1)!, language),
              days: recorded.length,
              mean: formatNumber(mean, 0),
              enough,
            })}
          />
          {bars.some((bar) => bar.days > 1) ? <p className={classes.note}>{t('steps.weeks')}</p> : null}
        </>
      )}
    </QueryCard>
  )
}
