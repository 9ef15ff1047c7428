import { contractCovering } from '@sukoyaka/rules/people/contract'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { ApiError, fieldError } from '../../errors/api-error.ts'
import { test_packages } from '../checkup/tables.ts'
import { movePlanUse } from '../contract/plan-use-store.ts'
import { type contracts, plan_uses } from '../contract/tables.ts'
import { interviews } from '../interview/tables.ts'

const usesOfContract = patientQuery(({ db, rows }) => {
  const at = sql<string>`coalesce(${test_packages.tested_at}, ${interviews.conducted_at})`.mapWith(test_packages.tested_at)
  return db
    .select({ user_id: plan_uses.user_id, part: plan_uses.part, test_package_id: plan_uses.test_package_id, interview_id: plan_uses.interview_id, at })
    .from(rows(plan_uses))
    .leftJoin(rows(test_packages), eq(test_packages.id, plan_uses.test_package_id))
    .leftJoin(rows(interviews), eq(interviews.id, plan_uses.interview_id))
    .where(eq(plan_uses.contract_id, sql.placeholder('contract_id')))
    .orderBy(at, plan_uses.id)
})

const refusals: readonly string[] = ['contract_required', 'quota_used_up']

type Period = Pick<typeof contracts.$inferSelect, 'id' | 'started_at' | 'ended_at' | 'auto_update'>

/**
 * Counts what was booked under a contract in its years anew after its start changed. `previous`: the contract with its start from before. A booking that it
 * did not cover then, such as one after its end, stays with it. Throws 422 if no contract covers another booking any more, or a year would have more bookings
 * than the plan includes.
 */
export const recountPlanUses = async (scope: PatientScope, previous: Period, now: Date): Promise<void> => {
  for (const { user_id, part, at, test_package_id, interview_id } of await usesOfContract(scope).execute({ contract_id: previous.id })) {
    const isCovered = contractCovering([previous], new Date(at), now) !== undefined
    // each use has either a checkup or an interview
    const owner = interview_id === null ? { test_package_id: test_package_id! } : { interview_id }
    try {
      await movePlanUse(scope, { user_id, part, at: new Date(at), now, owner, ...(!isCovered && { contract_id: previous.id }) })
    } catch (error) {
      throw error instanceof ApiError && refusals.includes(error.code) ? fieldError('started_on', 'in_use') : error
    }
  }
}
