import { isNap } from '@sukoyaka/rules/record/sleep'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Sleep } from '@sukoyaka/wire/record/activity'
import type { TFunction } from 'i18next'

export type NightPart = { day: string; from: number; to: number }

const minuteMs = 60_000
const [minutesPerDay, noon] = [24 * 60, 12 * 60]

/** The sleeps without naps, in minutes relative to midnight of the day of waking; negative before it. */
export const nightParts = (sleeps: readonly Pick<Sleep, 'started_at' | 'ended_at'>[]): NightPart[] =>
  sleeps
    .filter((sleep) => !isNap(sleep))
    .map(({ started_at, ended_at }) => {
      const day = tokyoDay(ended_at)
      const midnight = tokyoStartOfDay(day).getTime()
      return { day, from: (Date.parse(started_at) - midnight) / minuteMs, to: (Date.parse(ended_at) - midnight) / minuteMs }
    })

/** Mean time of day in minutes relative to midnight, negative before it. */
export const meanMinutes = (instants: readonly string[]): number | undefined => {
  if (!instants.length) return undefined
  const minutes = instants.map((instant) => {
    const at = (Date.parse(instant) - tokyoStartOfDay(tokyoDay(instant)).getTime()) / minuteMs
    return at >= noon ? at - minutesPerDay : at
  })
  return Math.round(minutes.reduce((sum, at) => sum + at, 0) / minutes.length)
}

/** Mean time of day as `23:20`; handles times on both sides of midnight. */
export const meanTime = (instants: readonly string[]): string | undefined => {
  const minutes = meanMinutes(instants)
  if (minutes === undefined) return undefined
  const mean = (minutes + minutesPerDay) % minutesPerDay
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
