import { parseTypedTime } from '@sukoyaka/rules/day-text'
import { tokyoInstant } from '@sukoyaka/rules/time'

/** Instant of a typed time (`parseTypedTime`) on a day in Tokyo. Undefined without a day or if the time is invalid. */
export const typedInstant = (day: string | null, time: string): string | undefined => {
  const parsedTime = parseTypedTime(time)
  return day && parsedTime ? tokyoInstant(day, parsedTime).toISOString() : undefined
}
