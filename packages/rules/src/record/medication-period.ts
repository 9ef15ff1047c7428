import { type Timing, timings } from '@sukoyaka/wire/record/medication'
import { earliest } from '../partial-day.ts'

type Period = { started_on: string | null; ended_on: string | null }

/** `ended_on` is the first day without the intake. If only its month or year is known, the first day of it counts, because ends are recorded afterwards. */
export const isEnded = ({ ended_on }: Pick<Period, 'ended_on'>, day: string): boolean => ended_on !== null && earliest(ended_on) <= day

/** Intakes active on a day: started as far as known, and not ended. */
export const intakesOn = <T extends Period>(intakes: readonly T[], day: string): T[] =>
  intakes.filter((intake) => !isEnded(intake, day) && !(intake.started_on && earliest(intake.started_on) > day))

/** Sorted by time of day, without duplicates. */
export const sortTimings = (timing: readonly Timing[]): Timing[] => timings.filter((name) => timing.includes(name))
