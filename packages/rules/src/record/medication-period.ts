import { type Timing, timings } from '@sukoyaka/wire/record/medication'
import { canFollow, earliest, isPartialDay } from '../partial-day.ts'
import { addDays } from '../time.ts'

type Period = { started_on: string | null; ended_on: string | null }

/** `ended_on` is the first day without the intake. If only a month or year is known, its first day counts, because an end is recorded after it happened. */
export const isEnded = ({ ended_on }: Pick<Period, 'ended_on'>, day: string): boolean => ended_on !== null && earliest(ended_on) <= day

/** Known to start later. */
export const isPlanned = ({ started_on }: Pick<Period, 'started_on'>, day: string): boolean => started_on !== null && earliest(started_on) > day

const isFullDay = (day: string) => day.length === 10 && isPartialDay(day)

/** The last day of the intake, where `ended_on` is the first day without it. It is never before the start. A month or year is returned unchanged. */
export const lastDayOf = ({ started_on, ended_on }: Period): string | null => {
  const day = ended_on && isFullDay(ended_on) ? addDays(ended_on, -1) : ended_on
  return canFollow(started_on, day) ? day : ended_on
}
/** The `ended_on` of an intake with this last day. */
export const endedAfter = (last: string | null): string | null => (last && isFullDay(last) ? addDays(last, 1) : last)

/** Intakes active on a day: those that are not known to start later and have not ended. */
export const intakesOn = <T extends Period>(intakes: readonly T[], day: string): T[] =>
  intakes.filter((intake) => !isEnded(intake, day) && !isPlanned(intake, day))

/** Intakes active on a day or later: those that have not ended. */
export const intakesFrom = <T extends Period>(intakes: readonly T[], day: string): T[] => intakes.filter((intake) => !isEnded(intake, day))

/** Sorted by time of day, without duplicates. */
export const sortTimings = (timing: readonly Timing[]): Timing[] => timings.filter((name) => timing.includes(name))
