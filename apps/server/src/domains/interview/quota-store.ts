import { lastBookableDay } from '@sukoyaka/rules/people/reservation'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { InterviewQuota } from '@sukoyaka/wire/care/interview'
import type { PatientScope } from '../../access/patient-scope.ts'
import { planUsesOf, planYearOf } from '../contract/plan-use-store.ts'
import { requirePatient } from '../patient/require-store.ts'

/** The interview quota of the plan in the contract year of `at`; 0 without a year if no contract covers `at` or it is after the last bookable day. */
export const quotaOf = async (scope: PatientScope, user_id: number, at: Date, now: Date): Promise<InterviewQuota> => {
  await requirePatient(scope, user_id)
  const isTooFar = tokyoDay(at) > lastBookableDay(tokyoDay(now))
  const year = isTooFar ? undefined : await planYearOf(scope, user_id, at, now)
  if (!year) return { allowed: 0, used: 0, left: 0, from: null, until: null }
  const allowed = year.contract.interview
  const usedCount = (await planUsesOf(scope, year.contract.id, year.from)).get('interview') ?? 0
  return { allowed, used: usedCount, left: Math.max(0, allowed - usedCount), from: year.from, until: year.until }
}
