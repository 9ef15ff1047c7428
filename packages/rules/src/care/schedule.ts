import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { addDays, tokyoDay } from '../time.ts'

type Checkup = { status: number; tested_at: string; expected_data_reflection_date: string | null }
type Meeting = { status: string; conducted_at: string; ends_at: string | null }

/** When the results may be expected: only where a day is set that lies after the checkup, and as long as they are not registered. */
export const reflectionDay = ({ status, tested_at, expected_data_reflection_date }: Checkup): string | undefined =>
  expected_data_reflection_date !== null && status !== testPackageStatus.complete && expected_data_reflection_date > tokyoDay(tested_at)
    ? expected_data_reflection_date
    : undefined

const anHour = 3_600_000

/** Still to come or going on; one without an end lasts an hour. */
export const isAhead = ({ status, conducted_at, ends_at }: Meeting, now: Date): boolean =>
  status === 'scheduled' && (ends_at === null ? Date.parse(conducted_at) + anHour : Date.parse(ends_at)) > now.getTime()

/** `booked` its day is fixed · `arranging` its day is being found · `open` nobody has begun yet · `waiting` examined, the results are awaited */
export type CheckupState = 'booked' | 'arranging' | 'open' | 'waiting'

/** A day so far ahead that is not fixed says no more than a month. */
const openAfterDays = 60

/** How a checkup that has no results yet stands; undefined once they are registered. A status nobody knows is read as being arranged. */
export const checkupState = ({ status, tested_at }: Checkup, now: Date): CheckupState | undefined => {
  if (status === testPackageStatus.complete) return undefined
  const isFixed = status === testPackageStatus.fix
  if (Date.parse(tested_at) <= now.getTime()) return isFixed ? 'waiting' : 'arranging'
  if (isFixed) return 'booked'
  return tokyoDay(tested_at) > addDays(tokyoDay(now), openAfterDays) ? 'open' : 'arranging'
}
