import type { Language } from '@sukoyaka/phrases/language'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { addContract, ContractInput, changeContract, listAllContracts } from '@sukoyaka/wire/boards/admin/contract'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, lockRow } from '../../access/rows.ts'
import { later, localName } from '../../database/columns.ts'
import { listCount } from '../../database/list-count.ts'
import { isNamed, nameTerms } from '../../database/name-search.ts'
import { countedPageOf, type Sized } from '../../database/page.ts'
import { conditionOf, equalTo, filtersOf, isGiven } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { shownEnd, withShownEnds } from '../contract/shown-end-store.ts'
import { contracts, plans } from '../contract/tables.ts'
import { planTerms, removeUnused } from '../contract/write-store.ts'
import { dropCharges, lockContract } from '../membership/end-store.ts'
import { claimPeriod } from '../membership/period-store.ts'
import { recountPlanUses } from '../membership/plan-year-store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { giveBackCoupon } from '../shop/coupon-use-store.ts'
import { orderOf } from './list-store.ts'

type Contract = Reply<typeof addContract>
type Terms = Omit<ContractInput, 'user_id'>
/** The day of the call, and the language of the plan's name. */
type View = { today: string; language: Language }

const stateAt = (now: SQL) =>
  sql<Contract['state']>`case when ${contracts.started_at} > ${now} then 'future' when ${contracts.ended_at} <= ${now} then 'ended' else 'current' end`
const rowColumns = (language: Language) => ({
  id: contracts.id,
  user_id: contracts.user_id,
  plan_id: contracts.plan_id,
  plan_name: localName(plans, language),
  state: stateAt(sql`now()`),
  started_at: contracts.started_at,
  ended_at: contracts.ended_at,
  auto_update: contracts.auto_update,
  next_payment_date: contracts.next_payment_date,
  updated_at: contracts.updated_at,
  person: personColumns,
})

/** The contract with days instead of instants; `ended_on` is its last day. */
const rowOf = ({ started_at, ended_at, ...row }: Omit<Contract, 'started_on' | 'ended_on'> & { started_at: string; ended_at: string | null }): Contract => ({
  ...row,
  started_on: tokyoDay(new Date(started_at)),
  ended_on: ended_at === null ? null : tokyoDay(new Date(Date.parse(ended_at) - 1)),
})
const sorts = { started_on: contracts.started_at, ended_on: contracts.ended_at }

const conditions = {
  ...equalTo({ state: stateAt(sql`now()`), plan_id: contracts.plan_id, user_id: contracts.user_id }),
  grams: isNamed(users.name_search, users.name_grams),
}
const pagesOfContracts = patientQuery(({ db, rows }, given: string, sort: string, language: Language) =>
  db
    .select(rowColumns(language))
    .from(rows(contracts))
    .innerJoin(users, eq(users.id, contracts.user_id))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .where(conditionOf(conditions, given))
    .orderBy(...orderOf(sorts, contracts.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const countOfContracts = patientQuery(({ db, rows }, given: string) => {
  const counts = db.select({ count: sql<number>`count(*)::int` }).from(rows(contracts)).$dynamic()
  // the join is needed only to search by name
  return (isGiven(given)('grams') ? counts.innerJoin(users, eq(users.id, contracts.user_id)) : counts).where(conditionOf(conditions, given))
})

/** Contracts of the patients in scope, latest start first unless sorted otherwise. */
export const allContracts = async (
  scope: PatientScope,
  { q, sort = '-started_on', state, plan_id, user_id, page = 1, size }: Input<typeof listAllContracts> & Sized,
  { today, language }: View,
) => {
  const values = { state, plan_id, user_id, ...nameTerms(q) }
  const given = filtersOf(values)
  const count = async () =>
    given || scope.own !== undefined ? (await countOfContracts(scope, given).execute(values))[0]!.count : listCount(scope.db, 'contracts')
  const found = await countedPageOf(page, (limits) => pagesOfContracts(scope, given, sort, language).execute({ ...values, ...limits }), count(), size)
  return { ...found, items: (await withShownEnds(scope, found.items, today)).map(rowOf) }
}

const contractById = patientQuery(({ db, rows }, language: Language) =>
  db
    .select(rowColumns(language))
    .from(rows(contracts))
    .innerJoin(users, eq(users.id, contracts.user_id))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .where(eq(contracts.id, sql.placeholder('id'))),
)

/** Throws 404. */
export const contractOf = async (scope: PatientScope, id: number, { today, language }: View): Promise<Contract> => {
  const [found] = await withShownEnds(scope, await contractById(scope, language).execute({ id }), today)
  if (!found) throw apiError('not_found')
  return rowOf(found)
}

/**
 * The columns to store. `renewed_until`: the end of the contract once its open renewal is paid. Throws 422 for an unknown plan, an end before the start or
 * a payment outside the period.
 */
const columnsOf = async (scope: PatientScope, { plan_id, started_on, ended_on, auto_update, next_payment_date }: Terms, renewed_until?: string | null) => {
  const plan = await planTerms(scope.db, plan_id)
  // a contract that renews is paid on the day after its last day
  const until = ended_on && [addDays(ended_on, 1), (auto_update && renewed_until) || ''].sort().at(-1)!
  const isPaidOutside = next_payment_date !== null && (next_payment_date < started_on || (until !== null && next_payment_date > until))
  assertValid({
    plan_id: !plan && 'not_allowed',
    ended_on: ended_on !== null && ended_on < started_on && 'before_started_on',
    next_payment_date: isPaidOutside && 'not_allowed',
  })
  const started_at = tokyoStartOfDay(started_on).toISOString()
  const ended_at = ended_on === null ? null : tokyoStartOfDay(addDays(ended_on, 1)).toISOString()
  return { plan_id, auto_update, next_payment_date, started_at, ended_at }
}

/** Adds a contract. Throws 404 for somebody who is no patient, and 422 for invalid terms or a period that overlaps another contract. */
export const insertContract = async (scope: PatientScope, { user_id, ...terms }: ContractInput, view: View): Promise<Contract> => {
  await requirePatient(scope, user_id)
  const columns = await columnsOf(scope, terms)
  await claimPeriod(scope, { user_id, own_id: 0, ...columns })
  const [added] = await scope
    .insert(contracts)
    .values({ user_id, ...columns })
    .returning({ id: contracts.id })
  return contractOf(scope, added!.id, view)
}

/**
 * Changes a contract and drops the charges that are no longer owed, as ending a contract does. Throws 404, 409 if the contract was saved since
 * `updated_at` or such a charge is being paid, and 422 as `insertContract` does or if the bookings do not fit the years from the new start.
 */
export const updateContract = async (
  scope: PatientScope,
  { id, updated_at, ...terms }: Input<typeof changeContract>,
  { now, language }: { now: Date; language: Language },
): Promise<Contract> => {
  const { contract, charges } = await lockContract(scope, { id, updated_at })
  const open = charges.find(({ is_renewal, status }) => is_renewal && (status === 'due' || status === 'paying'))
  const given = await columnsOf(scope, terms, open?.renewed_until)
  // the end that was shown stands for the stored one as long as the contract is to be renewed
  const isEndKept = given.auto_update && given.ended_at === shownEnd(contract.ended_at, charges, tokyoDay(now))
  const columns = isEndKept ? { ...given, ended_at: contract.ended_at } : given
  await claimPeriod(scope, { user_id: contract.user_id, own_id: id, ...columns })
  await scope
    .update(contracts)
    .set({ ...columns, updated_at: later(contracts.updated_at) })
    .where(eq(contracts.id, id))
  await dropCharges(scope, { id, ...columns }, charges)
  if (columns.started_at !== contract.started_at) await recountPlanUses(scope, { ...columns, id, started_at: contract.started_at }, now)
  return contractOf(scope, id, { today: tokyoDay(now), language })
}

/** Deletes a contract. Throws 404, and 422 if something was booked under it or its payment was tried. */
export const deleteContract = async (scope: PatientScope, id: number): Promise<null> => {
  await lockRow(scope, contracts, { id })
  await giveBackCoupon(scope, { contract_id: id }, ['reserved'])
  await removeUnused(scope, id)
  return null
}
