import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'

type Step = 'completed' | 'registered' | 'released'

/** Examined: the day is not to come, and somebody fixed it. Registered: the results are in. Released: the patient was shown them. */
export const stepsOf = (checkup: Pick<TestPackage, 'status' | 'tested_at' | 'released_at'>, now: Date): { step: Step; isDone: boolean }[] => [
  { step: 'completed', isDone: checkup.status !== testPackageStatus.edit && Date.parse(checkup.tested_at) <= now.getTime() },
  { step: 'registered', isDone: checkup.status === testPackageStatus.complete },
  { step: 'released', isDone: checkup.released_at !== null },
]

/** What a patient still has ahead of them, results that are looked through among it: the next date first, then what is being arranged. */
export const mineOf = (checkups: readonly TestPackage[]): TestPackage[] =>
  checkups
    .filter(({ released_at, cancelled_at }) => released_at === null && cancelled_at === null)
    .toSorted(
      (a, b) => Number(a.status === testPackageStatus.edit) - Number(b.status === testPackageStatus.edit) || Date.parse(a.tested_at) - Date.parse(b.tested_at),
    )
