import { type CheckupState, checkupState, isUpcoming } from '@sukoyaka/rules/care/schedule'
import { expectedReflection } from '@sukoyaka/rules/test-package'
import type { Interview } from '@sukoyaka/wire/care/interview'

/** Fields of a checkup that the schedule needs; the checkup domain is not imported. */
export type Checkup = {
  id: number
  kind: 'detail' | 'simple' | 'followup' | 'general'
  name: string
  location: string
  status: number
  tested_at: string | null
  suggested_datetimes: readonly unknown[]
  expected_data_reflection_date: string | null
  included_in_plan: boolean
}

export type Planned =
  | { key: string; at: string; interview: Interview; isNow: boolean }
  | { key: string; at: string | null; checkup: Checkup; state: CheckupState; expected: string | undefined }

const timeOf = ({ at }: Planned) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at))

/** Upcoming interviews and checkups without results, the earliest first, those without a date last. */
export const planned = (interviews: readonly Interview[], checkups: readonly Checkup[], now: Date): Planned[] =>
  [
    ...interviews
      .filter((interview) => isUpcoming(interview, now))
      .map(
        (interview): Planned => ({
          key: `i${interview.id}`,
          at: interview.conducted_at,
          interview,
          isNow: Date.parse(interview.conducted_at) <= now.getTime(),
        }),
      ),
    ...checkups.flatMap((checkup): Planned[] => {
      const state = checkupState(checkup, now)
      return state ? [{ key: `c${checkup.id}`, at: checkup.tested_at, checkup, state, expected: expectedReflection(checkup) }] : []
    }),
  ].sort((a, b) => timeOf(a) - timeOf(b))
