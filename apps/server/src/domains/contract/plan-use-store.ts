import { contractCovering, contractYear } from '@sukoyaka/rules/people/contract'
import { tokyoDay } from '@sukoyaka/rules/time'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { contracts, plan_uses, type planParts, plans, services } from './tables.ts'

export type PlanPart = (typeof planParts)[number]
/** The checkup or interview that counts against the plan's quota. */
export type PlanUseOwner = { test_package_id: number } | { interview_id: number }

const allowedBy = {
  full_checkup: services.full_checkup_count,
  followup_checkup: services.followup_checkup_count,
  interview: services.interview_count,
} as const satisfies Record<PlanPart, unknown>

const quotasOfContracts = patientQuery(({ db, rows }) =>
  db
    .select({ id: contracts.id, started_at: contracts.started_at, ended_at: contracts.ended_at, auto_update: contracts.auto_update, ...allowedBy })
    .from(rows(contracts))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(eq(contracts.user_id, sql.placeholder('user_id'))),
)

/** The contract year of a date and its quotas; undefined if no contract covers it. With `contract_id`, the year of that contract, even after its end. */
export const planYearOf = async (scope: PatientScope, user_id: number, at: Date, now: Date, contract_id?: number) => {
  const found = await quotasOfContracts(scope).execute({ user_id })
  const contract = contract_id === undefined ? contractCovering(found, at, now) : found.find(({ id }) => id === contract_id)
  return contract && { contract, ...contractYear(contract, tokyoDay(at)) }
}

const usesByPart = patientQuery(({ db, rows }) =>
  db
    .select({ part: plan_uses.part, used: sql<number>`count(*)::int` })
    .from(rows(plan_uses))
    .where(and(eq(plan_uses.contract_id, sql.placeholder('contract_id')), eq(plan_uses.year_from, sql.placeholder('year_from'))))
    .groupBy(plan_uses.part),
)

/** How many places of each part are taken in the contract year from `year_from`. A part without any is missing. */
export const planUsesOf = async (scope: PatientScope, contract_id: number, year_from: string) =>
  new Map((await usesByPart(scope).execute({ contract_id, year_from })).map(({ part, used }) => [part, used]))

const isOwnedBy = (owner: PlanUseOwner) =>
  'interview_id' in owner ? eq(plan_uses.interview_id, owner.interview_id) : eq(plan_uses.test_package_id, owner.test_package_id)

/** `contract_id`: counts under this contract, even if the date is after its end. */
type PlanUse = { user_id: number; part: PlanPart; at: Date; now: Date; owner: PlanUseOwner; contract_id?: number }

/**
 * Takes the first free place of the plan's quota in the contract year of `at`. A unique index lets only one of two concurrent calls take a place: the other
 * call tries the next one. Throws `quota_used_up` if no place is left, and `contract_required` if no contract covers `at`.
 */
export const takePlanUse = async (scope: PatientScope, { user_id, part, at, now, owner, contract_id }: PlanUse): Promise<void> => {
  const year = await planYearOf(scope, user_id, at, now, contract_id)
  if (!year) throw apiError('contract_required')
  const { contract, from } = year
  const allowed = contract[part]
  const [test_package_id, interview_id] = 'interview_id' in owner ? [null, owner.interview_id] : [owner.test_package_id, null]
  for (let attempt = 0; attempt <= allowed; attempt++) {
    const { rowCount } = await scope.db.execute(sql`
      insert into ${scope.target(plan_uses)} (contract_id, user_id, part, year_from, place, allowed, test_package_id, interview_id)
      select ${contract.id}, ${user_id}, ${part}, ${from}::date, n, ${allowed}, ${test_package_id}, ${interview_id}
      from generate_series(1, ${allowed}::int) n
      where not exists (select from ${scope.from(plan_uses, 'u')} where u.contract_id = ${contract.id} and u.part = ${part} and u.year_from = ${from}::date and u.place = n)
      order by n limit 1
      on conflict do nothing`)
    if (rowCount) return
  }
  throw apiError('quota_used_up')
}

/** Frees the place in the quota that the checkup or interview takes, if it takes one. */
export const freePlanUse = async (scope: PatientScope, owner: PlanUseOwner): Promise<void> => {
  await scope.delete(plan_uses).where(isOwnedBy(owner))
}

const planUseOf = patientQuery(({ db, rows }, column: 'interview_id' | 'test_package_id') =>
  db
    .select()
    .from(rows(plan_uses))
    .where(eq(plan_uses[column], sql.placeholder('id'))),
)

/** Moves the use of a checkup or interview to the contract year of its new day. One that is not counted stays so. */
export const movePlanUse = async (scope: PatientScope, planUse: PlanUse): Promise<void> => {
  const { owner } = planUse
  const column = 'interview_id' in owner ? 'interview_id' : 'test_package_id'
  const [existing] = await planUseOf(scope, column).execute({ id: 'interview_id' in owner ? owner.interview_id : owner.test_package_id })
  if (!existing) return
  const year = await planYearOf(scope, planUse.user_id, planUse.at, planUse.now, planUse.contract_id)
  if (year && year.contract.id === existing.contract_id && year.from === existing.year_from) return
  await freePlanUse(scope, owner)
  await takePlanUse(scope, planUse)
}
