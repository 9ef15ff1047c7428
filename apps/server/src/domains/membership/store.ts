import type { Language } from '@sukoyaka/phrases/language'
import { contractYear, currentContract, nextContract } from '@sukoyaka/rules/people/contract'
import { chargeAmounts, chargeDue, periodEnd, planTax } from '@sukoyaka/rules/people/payment/billing'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { ContractCharge, changeRenewal, Membership, Quota, quotaParts } from '@sukoyaka/wire/care/membership'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { Dispute } from '@sukoyaka/wire/people/payment'
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later, localName } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { test_packages } from '../checkup/tables.ts'
import { isRenewalAhead } from '../contract/shown-end-store.ts'
import { contractsByIds, contractsOf } from '../contract/store.ts'
import { contract_charges, contracts, plan_uses, plans } from '../contract/tables.ts'
import { interviews } from '../interview/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { declineText } from '../payment/store.ts'
import { payments, refunds } from '../payment/tables.ts'
import { coupons } from '../shop/tables.ts'
import { type ChargeRow, endOfUnpaid } from './charge-store.ts'
import { couponOfNextCharge } from './coupon-store.ts'
import { dropCharges, type Locked, lockContract, startOf } from './end-store.ts'
import { otherContractIn } from './period-store.ts'
import { disputesOfCharges, failedRefundsOfCharges } from './refund-store.ts'
import { contract_charge_payments } from './tables.ts'

const maxCharges = 24

const usesOfYear = patientQuery(({ db, rows }) => {
  const at = sql`coalesce(${test_packages.tested_at}, ${interviews.conducted_at})`
  return db
    .select({
      part: plan_uses.part,
      used: sql<number>`(count(*) filter (where ${at} <= ${sql.placeholder('now')}::timestamptz))::int`,
      booked: sql<number>`(count(*) filter (where ${at} > ${sql.placeholder('now')}::timestamptz))::int`,
    })
    .from(rows(plan_uses))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, plan_uses.test_package_id), isNull(test_packages.cancelled_at)))
    .leftJoin(rows(interviews), and(eq(interviews.id, plan_uses.interview_id), isNull(interviews.cancelled_at)))
    .where(and(eq(plan_uses.contract_id, sql.placeholder('contract_id')), eq(plan_uses.year_from, sql.placeholder('year_from'))))
    .groupBy(plan_uses.part)
})

const newestCharges = patientQuery(({ db, rows }) => {
  // all refunds of an unpaid charge are its own: no other payment has paid it
  const isOwn = sql`coalesce(${refunds.payment_id} = ${contract_charges.payment_id}, true)`
  const sumWhere = (condition: SQL) => sql<number>`coalesce(sum(${refunds.amount}) filter (where ${condition}), 0)::int`
  const refunded = db
    .select({
      refunded_amount: sumWhere(sql`${refunds.status} = 'succeeded' and ${isOwn}`).as('refunded_amount'),
      duplicate_refunded_amount: sumWhere(sql`${refunds.status} = 'succeeded' and not ${isOwn}`).as('duplicate_refunded_amount'),
      refunding_amount: sumWhere(sql`${refunds.status} = 'open'`).as('refunding_amount'),
    })
    .from(rows(contract_charge_payments))
    .innerJoin(rows(refunds), eq(refunds.payment_id, contract_charge_payments.payment_id))
    .where(sql`${contract_charge_payments.charge_id} = ${contract_charges.id}`)
    .as('refunded')
  const { refunded_amount, duplicate_refunded_amount, refunding_amount } = refunded
  return db
    .select({ ...columnsOf(contract_charges), refunded_amount, duplicate_refunded_amount, refunding_amount })
    .from(rows(contract_charges))
    .crossJoinLateral(refunded)
    .where(eq(contract_charges.user_id, sql.placeholder('user_id')))
    .orderBy(desc(contract_charges.due_on), desc(contract_charges.id))
    .limit(maxCharges)
})

const chargeReply =
  (language: Language, failedRefunds: ReadonlyMap<number, number>, disputes: ReadonlyMap<number, Dispute[]> | undefined) =>
  (row: ChargeRow & Pick<ContractCharge, 'refunded_amount' | 'duplicate_refunded_amount' | 'refunding_amount'>): ContractCharge => {
    const { id, contract_id, due_on, period_until, amount, discount, status, decline_reason, next_try_on, paid_at } = row
    const { refunded_amount, duplicate_refunded_amount, refunding_amount } = row
    return {
      ...{ id, contract_id, due_on, period_until, amount, discount, status, decline_reason, next_try_on, paid_at },
      ...{ refunded_amount, duplicate_refunded_amount, refunding_amount, failed_refund_amount: failedRefunds.get(id) ?? 0 },
      ...(disputes && { disputes: disputes.get(id) ?? [] }),
      tax: planTax(amount),
      is_renewal: row.renewed_until !== null,
      decline_text: declineText(decline_reason, language),
      ends_on: (status === 'due' || status === 'paying') && decline_reason ? endOfUnpaid(row) : null,
    }
  }

const chargesOf = async (scope: PatientScope, user_id: number, hasDisputes: boolean, language: Language): Promise<ContractCharge[]> => {
  const found = await newestCharges(scope).execute({ user_id })
  const ids = found.map(({ id }) => id)
  const disputes = hasDisputes ? await disputesOfCharges(scope, ids) : undefined
  return found.map(chargeReply(language, await failedRefundsOfCharges(scope, ids), disputes))
}

/** Charges that were opened ahead of their day: the card was not tried yet. */
const untriedCharges = patientQuery(({ db, rows }, language: Language) =>
  db
    .select({ ...columnsOf(contract_charges), coupon_name: sql<string | null>`${localName(coupons, language)}` })
    .from(rows(contract_charges))
    .leftJoin(coupons, eq(coupons.id, contract_charges.coupon_id))
    .where(and(eq(contract_charges.user_id, sql.placeholder('user_id')), eq(contract_charges.status, 'due'), isNull(contract_charges.first_tried_on)))
    .orderBy(asc(contract_charges.due_on), asc(contract_charges.id)),
)

type ContractWithPlan = Awaited<ReturnType<typeof contractsByIds>>[number]

type Untried = Awaited<ReturnType<ReturnType<typeof untriedCharges>['execute']>>[number]

const nextChargeOf = async (
  scope: PatientScope,
  contract: ContractWithPlan | undefined,
  untried: readonly Untried[],
  language: Language,
): Promise<Membership['next_charge']> => {
  const opened = untried.find(({ contract_id }) => contract_id === contract?.id)
  if (opened) {
    const { due_on, amount, discount, coupon_name } = opened
    return { due_on, amount, tax: planTax(amount), discount, coupon_name }
  }
  if (!contract?.next_payment_date) return null
  const { id, started_at, ended_at, next_payment_date, auto_update, plan } = contract
  const due = chargeDue({ ...plan, auto_update, next_payment_date, started_on: tokyoDay(started_at), ended_on: ended_at && tokyoDay(ended_at) })
  if (!due) return null
  const coupon = await couponOfNextCharge(scope, id, language)
  const { total, discount, tax } = chargeAmounts(plan.price, coupon?.discount)
  return { due_on: due.due_on, amount: total, tax, discount, coupon_name: coupon?.display_name ?? null }
}

/**
 * The contract of today with its quotas, the next contract and, with `hasPayments`, the next charge and the newest charges of all contracts, with
 * `hasDisputes` also their disputes. Throws 404 for somebody who is no patient in scope.
 */
export const membershipOf = async (
  scope: PatientScope,
  { user_id, hasPayments, hasDisputes }: { user_id: number; hasPayments: boolean; hasDisputes: boolean },
  now: Date,
  language: Language,
): Promise<Membership> => {
  await requirePatient(scope, user_id)
  const untried = await untriedCharges(scope, language).execute({ user_id })
  const found = (await contractsOf(scope, { user_ids: [user_id], include: ['plan'] }, { language, today: tokyoDay(now) })) as ContractWithPlan[]
  const contract = currentContract(found, now)
  const next = nextContract(found, now)
  const charges = hasPayments ? await chargesOf(scope, user_id, hasDisputes, language) : []
  const rest = {
    next_contract: next ?? null,
    next_charge: hasPayments ? ((await nextChargeOf(scope, contract, untried, language)) ?? (await nextChargeOf(scope, next, untried, language))) : null,
    charges,
  }
  if (!contract) return { contract: null, year: null, quotas: [], ...rest }
  const year = contractYear(contract, tokyoDay(now))
  const uses = await usesOfYear(scope).execute({ contract_id: contract.id, year_from: year.from, now: now.toISOString() })
  const { service } = contract.plan
  const allowed: Record<(typeof quotaParts)[number], number> = {
    full_checkup: service.full_checkup_count,
    followup_checkup: service.followup_checkup_count,
    interview: service.interview_count,
  }
  const quotas = (Object.keys(allowed) as Quota['part'][]).map((part): Quota => {
    const { used = 0, booked = 0 } = uses.find((use) => use.part === part) ?? {}
    return { part, allowed: allowed[part], used, booked }
  })
  return { contract, year, quotas, ...rest }
}

/** A contract with its plan. */
export const contractReply = async (scope: PatientScope, id: number, now: Date, language: Language): Promise<ContractWithPlan> =>
  (await contractsByIds(scope, [id], { language, today: tokyoDay(now) }))[0]!

/** The last period of a contract that is paid and was not refunded, or whose charge is still open. */
const lastPaid = patientQuery(({ db, rows }) =>
  db
    .select({ period_until: contract_charges.period_until })
    .from(rows(contract_charges))
    .leftJoin(rows(payments), eq(payments.id, contract_charges.payment_id))
    .where(
      and(
        eq(contract_charges.contract_id, sql.placeholder('contract_id')),
        inArray(contract_charges.status, ['paid', 'due', 'paying']),
        sql`coalesce(${payments.refunded_amount}, 0) = 0`,
      ),
    )
    .orderBy(desc(contract_charges.period_until))
    .limit(1),
)

const cycleOf = patientQuery(({ db, rows }) =>
  db
    .select({ billing_cycle: plans.billing_cycle })
    .from(rows(contracts))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .where(eq(contracts.id, sql.placeholder('id'))),
)

type EndingContract = Pick<Locked['contract'], 'id' | 'user_id' | 'started_at' | 'next_payment_date'> & { ended_at: string }
/**
 * How a locked contract paid by card resumes: its next payment is the one that is still to come before its end, or else on the day of its end. If it was ended
 * within a period that is paid, is being paid or will be paid, it first gets the rest of that period back, unless the patient has another contract in it.
 */
const resumedTerms = async (scope: PatientScope, { id, user_id, started_at, ended_at, next_payment_date }: EndingContract) => {
  const ended_on = tokyoDay(ended_at)
  const asBefore = { ended_at, next_payment_date: next_payment_date ?? ended_on }
  const [paid] = await lastPaid(scope).execute({ contract_id: id })
  const { billing_cycle } = requireRow(await cycleOf(scope).execute({ id }))
  const until =
    next_payment_date === null ? paid?.period_until : periodEnd({ started_on: tokyoDay(started_at), from: next_payment_date, billing_cycle }, ended_on)
  if (until === undefined || until <= ended_on) return asBefore
  const rest = { started_at: ended_at, ended_at: startOf(until) }
  if (await otherContractIn(scope, { user_id, own_id: id, ...rest })) return asBefore
  return { ended_at: rest.ended_at, next_payment_date: next_payment_date ?? until }
}

const termsWith = async (scope: PatientScope, { contract, charges }: Locked, auto_update: boolean, renewal: ChargeRow | undefined) => {
  const { ended_at, next_payment_date } = contract
  if (renewal) return { ended_at: startOf(renewal.due_on), next_payment_date: null }
  const isResumed = auto_update && (next_payment_date === null ? charges.length > 0 : !contract.auto_update)
  return isResumed && ended_at !== null ? resumedTerms(scope, { ...contract, ended_at }) : { ended_at, next_payment_date }
}

/**
 * Switches the automatic renewal. A charge that was opened ahead of the day of the renewal is dropped. Throws 404, 409 for an outdated `updated_at`, and 422 for
 * a contract that has ended, has no end or is being renewed. One whose newest charge was given up as unpaid does not resume: it would skip the unpaid days.
 */
export const setRenewal = async (scope: PatientScope, { id, auto_update, updated_at }: Input<typeof changeRenewal>, now: Date, language: Language) => {
  const locked = await lockContract(scope, { id, ...(updated_at && { updated_at }) })
  const { contract, charges } = locked
  const { ended_at } = contract
  if (ended_at === null || Date.parse(ended_at) <= now.getTime()) throw apiError('contract_not_renewable')
  const renewal = charges.find(({ status, is_renewal }) => is_renewal && (status === 'due' || status === 'paying'))
  if (renewal && (auto_update || !isRenewalAhead(renewal, tokyoDay(now)))) throw apiError('contract_not_renewable')
  if (auto_update && charges.at(-1)?.status === 'unpaid') throw apiError('contract_not_renewable')
  const terms = await termsWith(scope, locked, auto_update, renewal)
  await scope
    .update(contracts)
    .set({ auto_update, ...terms, updated_at: later(contracts.updated_at) })
    .where(eq(contracts.id, id))
  if (renewal) await dropCharges(scope, { id, auto_update, ...terms }, charges)
  return contractReply(scope, id, now, language)
}
