import { testPackageStatus } from '@sukoyaka/wire/record/checkup'

type Checkup = { status: number; tested_at: string | null }
type Interview = { status: string; conducted_at: string; ends_at: string | null }

const hourMs = 3_600_000

/** Whether a scheduled interview has not ended yet. `conducted_at` is its start; without an end, it lasts an hour. */
export const isUpcoming = ({ status, conducted_at, ends_at }: Interview, now: Date): boolean =>
  status === 'scheduled' && (ends_at === null ? Date.parse(conducted_at) + hourMs : Date.parse(ends_at)) > now.getTime()

/** `booked` date fixed · `arranging` date being arranged · `open` without any date · `waiting` examined, awaiting results */
export type CheckupState = 'booked' | 'arranging' | 'open' | 'waiting'

/** State of a checkup without results; undefined once they are registered. With a date, every status but `complete` and `fix` gives `arranging`. */
export const checkupState = ({ status, tested_at }: Checkup, now: Date): CheckupState | undefined => {
  if (status === testPackageStatus.complete) return undefined
  if (tested_at === null) return 'open'
  const isFixed = status === testPackageStatus.fix
  if (Date.parse(tested_at) <= now.getTime()) return isFixed ? 'waiting' : 'arranging'
  return isFixed ? 'booked' : 'arranging'
}
