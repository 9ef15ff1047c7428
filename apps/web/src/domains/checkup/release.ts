import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'

/** What was released is looked after for so many days more. */
const recentDays = 7

const newestFirst = (a: TestPackage, b: TestPackage) => Date.parse(b.tested_at) - Date.parse(a.tested_at)

/** Registered checkups with results that nobody showed the patient yet: those that take a call first. */
export const awaitingRelease = (packages: readonly TestPackage[]): TestPackage[] =>
  packages
    .filter(({ status, released_at, result_count }) => status === testPackageStatus.complete && released_at === null && (result_count ?? 0) > 0)
    .sort((a, b) => Number((b.serious_count ?? 0) > 0) - Number((a.serious_count ?? 0) > 0) || newestFirst(a, b))

/** What was released lately, and may have to be taken back. */
export const releasedLately = (packages: readonly TestPackage[], now: Date): TestPackage[] =>
  packages.filter(({ released_at }) => released_at !== null && tokyoDay(released_at) > addDays(tokyoDay(now), -recentDays)).sort(newestFirst)
