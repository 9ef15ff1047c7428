import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'

const timeOf = ({ tested_at }: Pick<TestPackage, 'tested_at'>) => (tested_at === null ? Number.POSITIVE_INFINITY : Date.parse(tested_at))

type Step = 'examined' | 'registered' | 'released'

/** Examined: the date is fixed and not in the future. Registered: results are in. Released: visible to the patient. */
export const stepsOf = (checkup: Pick<TestPackage, 'status' | 'tested_at' | 'released_at'>, now: Date): { step: Step; isDone: boolean }[] => [
  { step: 'examined', isDone: checkup.status !== testPackageStatus.edit && timeOf(checkup) <= now.getTime() },
  { step: 'registered', isDone: checkup.status === testPackageStatus.complete },
  { step: 'released', isDone: checkup.released_at !== null },
]

/** A patient's checkups that are neither released nor cancelled. Those being arranged come last; within each group by date, without a date last. */
export const upcomingCheckups = (checkups: readonly TestPackage[]): TestPackage[] =>
  checkups
    .filter(({ released_at, cancelled_at }) => released_at === null && cancelled_at === null)
    .toSorted((a, b) => Number(a.status === testPackageStatus.edit) - Number(b.status === testPackageStatus.edit) || timeOf(a) - timeOf(b))
