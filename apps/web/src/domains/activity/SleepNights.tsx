import { formatDay } from '@sukoyaka/rules/time'
import type { DailySleep, Sleep } from '@sukoyaka/wire/record/activity'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart/Chart.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { sleepOption } from './sleep-chart.ts'
import { formatMinutes, meanMinutes, minutesPerDay, nightParts } from './sleep-days.ts'

/** Row height in pixels; rows shrink as their number grows. */
const rowHeight = (rows: number) => (rows > 31 ? 11 : rows > 7 ? 20 : 26)

type Props = { days: readonly string[]; sleeps: readonly Sleep[]; dailySleeps: readonly DailySleep[]; mean: number }

/** A row of bars per night, from bedtime to waking. */
export function SleepNights({ days, sleeps, dailySleeps, mean }: Props) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const usual = useMemo(() => {
    const from = meanMinutes(dailySleeps.flatMap(({ bedtime }) => bedtime ?? []))
    const to = meanMinutes(dailySleeps.flatMap(({ wake_time }) => wake_time ?? []))
    return from === undefined || to === undefined ? undefined : { from: from < to ? from : from - minutesPerDay, to }
  }, [dailySleeps])
  const option = useMemo(() => {
    const minutesOf = new Map(dailySleeps.map(({ woke_on, night_minutes }) => [woke_on, night_minutes]))
    return sleepOption({ days, parts: nightParts(sleeps), minutesOf, usual }, (hour) => t('sleep.hour', { hour }), language)
  }, [days, sleeps, dailySleeps, usual, t, language])
  return (
    <Chart
      height={days.length * rowHeight(days.length) + 28}
      option={option}
      label={t('sleep.say', {
        from: formatDay(days[0]!, language),
        to: formatDay(days.at(-1)!, language),
        days: dailySleeps.length,
        mean: formatMinutes(mean, t),
      })}
    />
  )
}
