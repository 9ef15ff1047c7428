import { parseTypedTime } from '@sukoyaka/rules/day-text'

/** Instant of that time on that day in Tokyo. */
export const instantOf = (day: string | null, time: string): string | undefined => {
  const parsedTime = parseTypedTime(time)
  return day && parsedTime ? new Date(`${day}T${parsedTime}:00+09:00`).toISOString() : undefined
}
