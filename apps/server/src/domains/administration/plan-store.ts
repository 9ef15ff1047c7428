import { isWholeCycles } from '@sukoyaka/rules/people/payment/billing'
import type { addPlan, addService, listAllPlans, listServices, PlanInput, ServiceInput } from '@sukoyaka/wire/boards/admin/plan'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { assertValid } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { conditionOf, filtersOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { plans, services } from '../contract/tables.ts'
import { nameContains, nameWords, orderOf } from './list-store.ts'
import { namesToEdit, namesToStore } from './translations.ts'

type ServiceRow = Reply<typeof addService>
type PlanRow = Reply<typeof addPlan>
type Version = { updated_at: string }

const total_count = sql<number>`(count(*) over ())::int`
const serviceColumns = {
  ...getTableColumns(services),
  plan_count: sql<number>`(select count(*)::int from ${plans} where ${plans.service_id} = services.id)`,
}
/** The search text of the names, computed in the query: there are few rows. */
const searchOf = (table: typeof plans | typeof services) => sql`lower(${table.name_ja} || ' ' || ${table.name_en} || ' ' || ${table.name_kr})`
const serviceSorts = { name_ja: services.name_ja, updated_at: services.updated_at }

const withNamesToEdit = <Row extends Parameters<typeof namesToEdit>[0]>(row: Row): Row => ({ ...row, ...namesToEdit(row) })

const pagesOfServices = preparedQuery((db, given: string, sort: string) =>
  db
    .select({ ...serviceColumns, total_count })
    .from(services)
    .where(conditionOf({ typed: nameContains(searchOf(services)) }, given))
    .orderBy(...orderOf(serviceSorts, services.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
export const allServices = async (db: Db, { q, sort = 'name_ja', page = 1 }: Input<typeof listServices>) => {
  const values = nameWords(q)
  const found = await pageOf(page, (limits) => pagesOfServices(db, filtersOf(values), sort).execute({ ...values, ...limits }))
  return { ...found, items: found.items.map(withNamesToEdit) }
}

const serviceById = preparedQuery((db) =>
  db
    .select(serviceColumns)
    .from(services)
    .where(eq(services.id, sql.placeholder('id'))),
)
const lockedService = preparedQuery((db) =>
  db
    .select({ updated_at: services.updated_at })
    .from(services)
    .where(eq(services.id, sql.placeholder('id')))
    .for('update'),
)

/** Throws 404. */
export const serviceOf = async (db: Db, id: number): Promise<ServiceRow> => {
  const [found] = await serviceById(db).execute({ id })
  if (!found) throw apiError('not_found')
  return withNamesToEdit(found)
}

const requireUnchanged = (existing: Version | undefined, { updated_at }: Version) => {
  if (!existing) throw apiError('not_found')
  assertUnchanged(existing, updated_at)
}

/** `code` identifies the service in the catalogue. */
export const insertService = async (db: Db, input: ServiceInput, code: string): Promise<ServiceRow> => {
  const [added] = await db
    .insert(services)
    .values({ ...input, ...namesToStore(input), name: code, is_edited: true })
    .returning({ id: services.id })
  return serviceOf(db, added!.id)
}

/** Throws 404, 409 if it was saved since `updated_at`, and 422 without a Japanese name. */
export const updateService = async (db: Db, id: number, { updated_at, ...input }: ServiceInput & Version): Promise<ServiceRow> => {
  const [existing] = await lockedService(db).execute({ id })
  requireUnchanged(existing, { updated_at })
  await db
    .update(services)
    .set({ ...input, ...namesToStore(input), is_edited: true, updated_at: later(services.updated_at) })
    .where(eq(services.id, id))
  return serviceOf(db, id)
}

const planSorts = { sort_number: plans.sort_number, name_ja: plans.name_ja, price: plans.price, updated_at: plans.updated_at }
const planColumns = { ...getTableColumns(plans), service_name: services.name_ja }

const pagesOfPlans = preparedQuery((db, given: string, sort: string) =>
  db
    .select({ ...planColumns, total_count })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(conditionOf({ typed: nameContains(searchOf(plans)) }, given))
    .orderBy(...orderOf(planSorts, plans.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
export const allPlans = async (db: Db, { q, sort = 'sort_number', page = 1 }: Input<typeof listAllPlans>) => {
  const values = nameWords(q)
  const found = await pageOf(page, (limits) => pagesOfPlans(db, filtersOf(values), sort).execute({ ...values, ...limits }))
  return { ...found, items: found.items.map(withNamesToEdit) }
}

const planById = preparedQuery((db) =>
  db
    .select(planColumns)
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(eq(plans.id, sql.placeholder('id'))),
)
const lockedPlan = preparedQuery((db) =>
  db
    .select({ updated_at: plans.updated_at })
    .from(plans)
    .where(eq(plans.id, sql.placeholder('id')))
    .for('update'),
)

/** Throws 404. */
export const planOf = async (db: Db, id: number): Promise<PlanRow> => {
  const [found] = await planById(db).execute({ id })
  if (!found) throw apiError('not_found')
  return withNamesToEdit(found)
}

const assertPlan = async (db: Db, { service_id, billing_cycle, contract_period, duration }: PlanInput) => {
  const [service] = await serviceById(db).execute({ id: service_id })
  assertValid({
    service_id: !service && 'not_allowed',
    contract_period: !isWholeCycles(contract_period, billing_cycle) && 'not_whole_years',
    duration: !isWholeCycles(duration, billing_cycle) && 'not_whole_years',
  })
}

/** `code` identifies the plan in the catalogue. Throws 422 for an unknown service, and for a yearly plan with a term that is not whole years. */
export const insertPlan = async (db: Db, input: PlanInput, code: string): Promise<PlanRow> => {
  await assertPlan(db, input)
  const [added] = await db
    .insert(plans)
    .values({ ...input, ...namesToStore(input), name: code, is_edited: true })
    .returning({ id: plans.id })
  return planOf(db, added!.id)
}

/** Throws 404, 409 if it was saved since `updated_at`, and 422 as `insertPlan` does or without a Japanese name. */
export const updatePlan = async (db: Db, id: number, { updated_at, ...input }: PlanInput & Version): Promise<PlanRow> => {
  const [existing] = await lockedPlan(db).execute({ id })
  requireUnchanged(existing, { updated_at })
  await assertPlan(db, input)
  await db
    .update(plans)
    .set({ ...input, ...namesToStore(input), is_edited: true, updated_at: later(plans.updated_at) })
    .where(eq(plans.id, id))
  return planOf(db, id)
}
