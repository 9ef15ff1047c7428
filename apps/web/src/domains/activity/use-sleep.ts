import { useMemo } from 'react'
import { combineQueries } from '../../api/combine-queries.ts'
import { useListDailySleepsQuery, useListSleepsQuery } from './api.ts'
import { byDay, daysOf, meanOf, type Period } from './days.ts'

/** Assumed maximum of sleep records (night parts and naps) per day, for the request limit. */
const maxPerDay = 6

/** The daily sleep totals of a period, and the newest sleeps, enough for that period. */
export const useSleep = (user_id: number, period: Period) => {
  const daily = useListDailySleepsQuery({ user_id, limit: Number(period) })
  const sleeps = useListSleepsQuery({ user_id, limit: Math.min(1000, Number(period) * maxPerDay) })
  const summary = useMemo(() => {
    if (!daily.currentData || !sleeps.currentData) return undefined
    const days = daysOf(period)
    const sleepByDay = byDay(daily.currentData.items, ({ woke_on }) => woke_on)
    const dailySleeps = days.flatMap((day) => sleepByDay.get(day) ?? [])
    return { days, sleepByDay, dailySleeps, sleeps: sleeps.currentData.items, mean: meanOf(dailySleeps.map(({ total_minutes }) => total_minutes)) ?? 0 }
  }, [daily.currentData, sleeps.currentData, period])
  return { currentData: summary, ...combineQueries(daily, sleeps) }
}
