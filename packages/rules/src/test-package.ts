import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { formatTime, tokyoDay } from './time.ts'

type Status = TestPackage['status']
/** In order: being arranged, date fixed, results registered. */
const flow: readonly Status[] = [testPackageStatus.edit, testPackageStatus.fix, testPackageStatus.complete]

/** Whether the status may change: at most one step forward; any number of steps back unless the results are released. An unknown `from` counts as `edit`. */
export const canBecome = (from: Status, to: Status, isReleased: boolean): boolean => {
  const steps = flow.indexOf(to) - Math.max(0, flow.indexOf(from))
  return steps === 0 || steps === 1 || (steps < 0 && !isReleased)
}

export type DatedPackage = TestPackage & { tested_at: string }
/** Whether the checkup has a date. While it is being arranged, it has none without a suggested date. */
export const isDated = (testPackage: TestPackage): testPackage is DatedPackage => testPackage.tested_at !== null

/** Time that is stored for a checkup without a facility, of which only the day is known. */
export const unknownTime = '09:00'
/** Whether only the day of the checkup is known. */
export const isDayOnly = ({ facility_id, tested_at }: { facility_id: number | null; tested_at: string | null }): boolean =>
  facility_id === null && tested_at !== null && formatTime(tested_at) === unknownTime

/** Expected day of the results, if it is set and after the day of the test, and if the results are not registered yet. */
export const expectedReflection = ({
  expected_data_reflection_date: day,
  status,
  tested_at,
}: Pick<TestPackage, 'expected_data_reflection_date' | 'status' | 'tested_at'>): string | undefined =>
  day !== null && tested_at !== null && status !== testPackageStatus.complete && day > tokyoDay(tested_at) ? day : undefined

/** The expected day of the results that the patient sees: undefined once it has passed. */
export const promisedDay = (checkup: Parameters<typeof expectedReflection>[0], now: Date): string | undefined => {
  const day = expectedReflection(checkup)
  return day !== undefined && day >= tokyoDay(now) ? day : undefined
}

/** Course and options joined with a full-width slash; empty without a course. */
export const menuText = (course: { name_local: string } | null, options: readonly { name_local: string }[]): string =>
  course ? [course, ...options].map(({ name_local }) => name_local).join('／') : ''
