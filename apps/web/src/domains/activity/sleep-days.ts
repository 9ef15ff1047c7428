import { isNap } from '@sukoyaka/rules/record/sleep'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Sleep } from '@sukoyaka/wire/record/activity'
import type { TFunction } from 'i18next'

export type NightPart = { day: string; from: number; to: number }

const minuteMs = 60_000
export const minutesPerDay = 24 * 60

/** The sleeps without naps, in minutes relative to the start of the day of waking; negative before it. */
export const nightParts = (sleeps: readonly Pick<Sleep, 'started_at' | 'ended_at'>[]): NightPart[] =>
  sleeps
    .filter((sleep) => !isNap(sleep))
    .map(({ started_at, ended_at }) => {
      const day = tokyoDay(ended_at)
      const midnight = tokyoStartOfDay(day).getTime()
      return { day, from: (Date.parse(started_at) - midnight) / minuteMs, to: (Date.parse(ended_at) - midnight) / minuteMs }
    })

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Mean time of day in minutes after midnight, as the direction of the mean on a clock of 24 hours, so that the mean of 23:00 and 1:00 is midnight. */
export const meanMinutes = (instants: readonly string[]): number | undefined => {
  if (!instants.length) return undefined
  const angles = instants.map((instant) => ((Date.parse(instant) - tokyoStartOfDay(tokyoDay(instant)).getTime()) / minuteMs / minutesPerDay) * 2 * Math.PI)
  const mean = Math.round((Math.atan2(sum(angles.map(Math.sin)), sum(angles.map(Math.cos))) / (2 * Math.PI)) * minutesPerDay)
  return (mean + minutesPerDay) % minutesPerDay
}

/** `meanMinutes` as `23:20`. */
export const meanTime = (instants: readonly string[]): string | undefined => {
  const mean = meanMinutes(instants)
  if (mean === undefined) return undefined
  return `${String(Math.floor(mean / 60)).padStart(2, '0')}:${String(mean % 60).padStart(2, '0')}`
}

/** `6時間05分`; below one hour, the minutes alone. */
export const formatMinutes = (minutes: number, t: TFunction<'activity'>): string => {
  const rounded = Math.round(minutes)
  return rounded < 60 ? t('time.minutes', { minutes: rounded }) : t('time', { hours: Math.floor(rounded / 60), minutes: String(rounded % 60).padStart(2, '0') })
}

/** `7:06`, for narrow columns. */
export const shortMinutes = (minutes: number): string => {
  const rounded = Math.round(minutes)
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`
}
