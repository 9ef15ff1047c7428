import { type Timing, timings } from '@sukoyaka/wire/record/medication'
import { earliest } from '../partial-day.ts'

type Period = { started_on: string | null; ended_on: string | null }

/** From the day it ends on it is not taken any more. Of an end of which only the month is known the first day counts: it was written down afterwards. */
export const isEnded = ({ ended_on }: Pick<Period, 'ended_on'>, day: string): boolean => ended_on !== null && earliest(ended_on) <= day

/** Those that are taken on a day: begun as far as is known, and not ended. */
export const intakesOn = <T extends Period>(intakes: readonly T[], day: string): T[] =>
  intakes.filter((intake) => !isEnded(intake, day) && !(intake.started_on && earliest(intake.started_on) > day))

/** In the order of the day, each once. */
export const tidyTiming = (timing: readonly Timing[]): Timing[] => timings.filter((one) => timing.includes(one))
