import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { tokyoDay } from './time.ts'

type Status = TestPackage['status']
/** Being arranged, date fixed, registered. */
const flow: readonly Status[] = [testPackageStatus.edit, testPackageStatus.fix, testPackageStatus.complete]

/** One step forward at a time; back as far as one likes, but not once the results were released. An unknown status counts as being arranged. */
export const mayBecome = (from: Status, to: Status, isReleased: boolean): boolean => {
  const steps = flow.indexOf(to) - Math.max(0, flow.indexOf(from))
  return steps === 0 || steps === 1 || (steps < 0 && !isReleased)
}

/** The day on which the results are expected, while that is worth saying: it is set, they are not registered yet, and it lies after the day of the test. */
export const expectedReflection = ({
  expected_data_reflection_date: day,
  status,
  tested_at,
}: Pick<TestPackage, 'expected_data_reflection_date' | 'status' | 'tested_at'>): string | null =>
  day !== null && status !== testPackageStatus.complete && day > tokyoDay(tested_at) ? day : null

/** Course and options joined with a full-width slash; empty where there is no course. */
export const menuText = (course: { name_local: string } | null, options: readonly { name_local: string }[]): string =>
  course ? [course, ...options].map(({ name_local }) => name_local).join('／') : ''
