import { type DatedPackage, isDated } from '@sukoyaka/rules/test-package'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'

/** Days for which a release is still listed. */
const recentDays = 7

const newestFirst = (a: DatedPackage, b: DatedPackage) => Date.parse(b.tested_at) - Date.parse(a.tested_at)

/** Registered checkups with unreleased results or judgements of their provider, those requiring a phone call first. */
export const awaitingRelease = (packages: readonly TestPackage[]): DatedPackage[] =>
  packages
    .filter(isDated)
    .filter(
      ({ status, released_at, result_count, provider_judgements }) =>
        status === testPackageStatus.complete && released_at === null && ((result_count ?? 0) > 0 || provider_judgements.length > 0),
    )
    .sort((a, b) => Number((b.serious_count ?? 0) > 0) - Number((a.serious_count ?? 0) > 0) || newestFirst(a, b))

/** Checkups that were released recently. */
export const releasedLately = (packages: readonly TestPackage[], now: Date): DatedPackage[] =>
  packages
    .filter(isDated)
    .filter(({ released_at }) => released_at !== null && tokyoDay(released_at) > addDays(tokyoDay(now), -recentDays))
    .sort(newestFirst)
