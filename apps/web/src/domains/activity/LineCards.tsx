import { formatNumber, formatUnit } from '@sukoyaka/rules/record/answer'
import { addDays, formatDay } from '@sukoyaka/rules/time'
import type { EChartsOption } from 'echarts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { type Language, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './Activity.module.css'
import { barLabel, barsOf, daysOf, formatDifference, meanOf, type Period } from './days.ts'
import { type DailyValues, decimalsOf, useDailyValues } from './use-values.ts'

const height = 96

/** One card per metric of `useDailyValues`, with a line chart of its values. No status: no healthy range is defined for these metrics. */
export function LineCards({ user_id, period }: { user_id: number; period: Period }) {
  const { t } = useTranslation('activity')
  return (
    <QueryView query={useDailyValues(user_id, period)} error={t('line.error')} skeleton={<LinesSkeleton />}>
      {(values) => (
        <div className={classes.lines}>
          {values.map((value) => (
            <LineCard key={value.category.id} daily={value} period={period} />
          ))}
        </div>
      )}
    </QueryView>
  )
}

function LinesSkeleton() {
  return (
    <div className={classes.lines}>
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className={classes.waiting}>
          <Skeleton height={140} radius={10} />
        </div>
      ))}
    </div>
  )
}

const lineOption =
  (days: readonly string[], valueByDay: ReadonlyMap<string, number>, formatValue: (value: number) => string, language: Language) =>
  (colors: ChartColors): EChartsOption => {
    // a year is drawn as weekly means, like the steps chart
    const points = barsOf(days, (day) => valueByDay.get(day))
    const isAlone = (at: number) => (points[at - 1]?.value ?? null) === null && (points[at + 1]?.value ?? null) === null
    return {
      grid: { left: 4, right: 4, top: 10, bottom: 22 },
      xAxis: {
        type: 'category',
        data: points.map(({ from }) => from),
        boundaryGap: false,
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: {
          color: colors.axis,
          fontSize: 12,
          interval: (at: number) => at === 0 || at === points.length - 1,
          alignMinLabel: 'left',
          alignMaxLabel: 'right',
          formatter: (day: string) => formatDay(day, language, 'short'),
        },
      },
      yAxis: { type: 'value', scale: true, show: false },
      tooltip: {
        trigger: 'axis',
        renderMode: 'richText',
        axisPointer: { type: 'line', lineStyle: { color: colors.grid } },
        backgroundColor: colors.surface,
        borderColor: colors.grid,
        textStyle: { color: colors.text, fontSize: 12 },
        formatter: (params: unknown) => {
          const point = points[(params as { dataIndex: number }[])[0]?.dataIndex ?? 0]
          return !point || point.value === null ? '' : `${barLabel(point, language)}\n${formatValue(point.value)}`
        },
      },
      series: [
        {
          type: 'line',
          connectNulls: false,
          lineStyle: { color: colors.line, width: 1.5 },
          itemStyle: { color: colors.line },
          symbol: 'circle',
          data: points.map(({ value }, at) => ({ value: value ?? '-', symbolSize: isAlone(at) ? 4 : 0 })),
        },
      ],
    }
  }

function LineCard({ daily: { category, valueByDay }, period }: { daily: DailyValues; period: Period }) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const days = useMemo(() => daysOf(period), [period])
  const decimals = decimalsOf(category.name)
  const unit = formatUnit(category.unit, language)
  const recorded = days.flatMap((day) => valueByDay.get(day) ?? [])
  const before = days.flatMap((day) => valueByDay.get(addDays(day, -days.length)) ?? [])
  const [mean, meanBefore] = [meanOf(recorded), meanOf(before)]
  const option = useMemo(
    () => lineOption(days, valueByDay, (value) => `${formatNumber(value, decimals)} ${unit}`, language),
    [days, valueByDay, decimals, unit, language],
  )
  return (
    <Card title={category.display_name} level={3}>
      {mean === undefined ? (
        <p className={classes.none}>{t('line.none')}</p>
      ) : (
        <>
          <p className={classes.mean}>
            <span className={classes.number}>{formatNumber(mean, decimals, 'all')}</span>
            <span className={classes.quiet}>{t('line.perDay', { unit })}</span>
            {meanBefore === undefined ? null : (
              <span className={classes.change}>{t('line.before', { change: formatDifference(mean - meanBefore, decimals, language) })}</span>
            )}
          </p>
          <Chart
            height={height}
            option={option}
            label={t('line.say', {
              name: category.display_name,
              from: formatDay(days[0]!, language),
              to: formatDay(days.at(-1)!, language),
              days: recorded.length,
              mean: formatNumber(mean, decimals),
              unit,
            })}
          />
        </>
      )}
    </Card>
  )
}
