import { addMonths, daysBetween, tokyoDay } from '@sukoyaka/rules/time'

export type Ago = { key: 'ago.today' | 'ago.yesterday' | 'ago.days' | 'ago.months' | 'ago.years'; count: number }

/** Relative age of a day: in days below two months, in months below two years, else in years. A future day counts as today. */
export const agoOf = (day: string, now: Date): Ago => {
  const today = tokyoDay(now)
  const days = daysBetween(day, today)
  if (days <= 0) return { key: 'ago.today', count: 0 }
  if (days === 1) return { key: 'ago.yesterday', count: 1 }
  if (addMonths(day, 2) > today) return { key: 'ago.days', count: days }
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const [thisYear, thisMonth, thisDate] = today.split('-').map(Number) as [number, number, number]
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDate < date ? 1 : 0)
  return months < 24 ? { key: 'ago.months', count: months } : { key: 'ago.years', count: Math.floor(months / 12) }
}
