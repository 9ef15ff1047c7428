import { addDays, daysBetween, tokyoDay } from '@sukoyaka/rules/time'
import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { formatTime } from '../../ui/date/tokyo.ts'

type Reading = NonNullable<SharedRecord['home_blood_pressure']>[number]

export const chartSize = { width: 330, height: 150, left: 24 }
const [top, bottom, right] = [12, 122, 8]
/** Home systolic pressure in mmHg from which on it is hypertension (日本高血圧学会「高血圧管理・治療ガイドライン2025」: 家庭血圧 135/85 以上). Lower values can be too high already. */
const systolicLimit = 135

/** A reading before noon counts as the morning one, any other as the evening one: people measure after getting up and before going to bed. */
const isMorning = ({ recorded_at }: Reading) => formatTime(recorded_at) < '12:00'

const averageOf = (readings: readonly Reading[]) => {
  if (!readings.length) return ''
  const mean = (values: readonly number[]) => (values.length ? Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) : '–')
  return `${mean(readings.map(({ systolic }) => systolic))}/${mean(readings.flatMap(({ diastolic }) => diastolic ?? []))}`
}

/** Chart of the systolic values in SVG units (`chartSize`): the x axis is proportional to the day. With the averages of mornings and evenings. */
export const plotOf = (readings: readonly Reading[]) => {
  const days = [...new Set(readings.map(({ recorded_at }) => tokyoDay(recorded_at)))].toSorted()
  const [first, last] = [days[0]!, days.at(-1)!]
  const span = Math.max(1, daysBetween(first, last))
  const values = [...readings.map(({ systolic }) => systolic), systolicLimit]
  const [low, high] = [Math.floor((Math.min(...values) - 5) / 10) * 10, Math.ceil((Math.max(...values) + 5) / 10) * 10]
  const yOf = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top)
  const xOf = (day: string) => chartSize.left + 6 + (daysBetween(first, day) / span) * (chartSize.width - chartSize.left - 6 - right)
  const seriesOf = (own: readonly Reading[]) => ({
    average: averageOf(own),
    dots: own.map(({ recorded_at, systolic }) => ({ id: recorded_at, x: xOf(tokyoDay(recorded_at)), y: yOf(systolic) })).toSorted((a, b) => a.x - b.x),
  })
  const step = high - low > 50 ? 20 : 10
  const middle = addDays(first, Math.round(span / 2))
  const ticks = [
    { day: first, anchor: 'start' as const },
    ...(span > 4 ? [{ day: middle, anchor: 'middle' as const }] : []),
    ...(last > first ? [{ day: last, anchor: 'end' as const }] : []),
  ]
  return {
    days: days.length,
    limit: yOf(systolicLimit),
    lines: Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, at) => ({ y: yOf(low + at * step), label: String(low + at * step) })),
    ticks: ticks.map((tick) => ({ ...tick, x: xOf(tick.day) })),
    morning: seriesOf(readings.filter(isMorning)),
    evening: seriesOf(readings.filter((reading) => !isMorning(reading))),
  }
}
