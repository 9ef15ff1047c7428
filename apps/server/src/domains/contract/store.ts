import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import { businessServices, type listContracts, type listPlans } from '@sukoyaka/wire/people/contract'
import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { withShownEnds } from './shown-end-store.ts'
import { contracts, plans, services } from './tables.ts'

type Contract = typeof contracts.$inferSelect

// built per call: only `catalogue` calls it, which is prepared
const plansIn = (db: Db, language: Language) =>
  db
    .select({
      ...getTableColumns(plans),
      display_name: localName(plans, language),
      service: { ...getTableColumns(services), display_name: localName(services, language) },
    })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .orderBy(asc(plans.sort_number), asc(plans.id))

const catalogue = preparedQuery((db, language: Language, isNamed: boolean) =>
  plansIn(db, language).where(isNamed ? eq(plans.name, sql.placeholder('name')) : undefined),
)

export const plansOf = (db: Db, { name }: Input<typeof listPlans>, language: Language) => catalogue(db, language, name !== undefined).execute({ name })

const contractsOfPatients = patientQuery(({ db, rows }) =>
  db.select().from(rows(contracts)).where(isAnyOf(contracts.user_id)).orderBy(desc(contracts.started_at), desc(contracts.id)).limit(1000),
)

type Reader = { language: Language; today: string }

/** Contracts of patients in scope, newest start first. */
export const contractsOf = async (scope: PatientScope, { user_ids, include }: Input<typeof listContracts>, { language, today }: Reader) => {
  const found = await withShownEnds(scope, await contractsOfPatients(scope).execute({ ids: user_ids }), today)
  for (const { user_id } of found) scope.record(user_id)
  return include?.includes('plan') ? withPlans(scope, found, language) : found
}

const withPlans = async (scope: PatientScope, found: Contract[], language: Language) => {
  const planById = new Map((await plansOf(scope.db, {}, language)).map((plan) => [plan.id, plan]))
  return found.map((contract) => ({ ...contract, plan: planById.get(contract.plan_id)! }))
}

const contractsWithIds = patientQuery(({ db, rows }) => db.select().from(rows(contracts)).where(isAnyOf(contracts.id)))

/** The contracts with these ids, with their plans, in any order. */
export const contractsByIds = async (scope: PatientScope, ids: readonly number[], { language, today }: Reader) =>
  withPlans(scope, await withShownEnds(scope, await contractsWithIds(scope).execute({ ids: [...ids] }), today), language)

/** Condition: the contract covers `now`. `ended_at` is the first instant that is no longer covered; null means no end. */
const isCurrentAt = (now: Date | Placeholder) => {
  const instant = now instanceof Date ? now.toISOString() : now
  return and(lte(contracts.started_at, instant), or(isNull(contracts.ended_at), gt(contracts.ended_at, instant)))
}

/** The plan of a patient's current contract, as a subquery; of several contracts the one that started last. */
export const currentPlanOf = (source: PatientSource, user_id: SQL | typeof contracts.user_id, now: Date | Placeholder, language: Language) =>
  source.db
    .select({ plan_id: sql<number>`${plans.id}`.as('plan_id'), plan_name: localName(plans, language).as('plan_name'), chat: services.chat })
    .from(source.rows(contracts))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(and(sql`${contracts.user_id} = ${user_id}`, isCurrentAt(now)))
    .orderBy(desc(contracts.started_at), desc(contracts.id))
    .limit(1)

/** Condition on the service type of a patient's current contract; not met without one. */
export const hasServiceType = (
  source: PatientSource,
  user_id: SQL | typeof contracts.user_id,
  type: 'membership' | 'business',
  now: Date | Placeholder,
): SQL => {
  const name = source.db
    .select({ name: services.name })
    .from(source.rows(contracts))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(and(sql`${contracts.user_id} = ${user_id}`, isCurrentAt(now)))
    .orderBy(desc(contracts.started_at), desc(contracts.id))
    .limit(1)
  const business = sql.join(
    businessServices.map((service) => sql`${service}`),
    sql`, `,
  )
  return type === 'business' ? sql`(${name}) in (${business})` : sql`(${name}) not in (${business})`
}

const currentPlan = patientQuery((source) => {
  const plan = currentPlanOf(source, sql`${sql.placeholder('user_id')}`, sql.placeholder('now'), 'ja').as('plan')
  return source.db.select({ chat: plan.chat }).from(plan)
})

/** Whether the current contract includes messages. */
export const hasChat = async (scope: PatientScope, user_id: number, now: Date): Promise<boolean> => {
  const [found] = await currentPlan(scope).execute({ user_id, now: now.toISOString() })
  return found?.chat ?? false
}
