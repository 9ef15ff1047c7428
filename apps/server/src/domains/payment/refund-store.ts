import { failedAmounts, type RefundStep, refundableAmount } from '@sukoyaka/rules/people/payment/refund'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { disputesOfPayment } from './dispute-store.ts'
import type { PaymentRow } from './store.ts'
import { payments, refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** `refund`: Stripe's id of a refund that exists there already. */
export type NewRefund = { payment_id: number; amount: number; note: string; created_by: number | null; refund?: string }
type StripeRefund = { id: string; amount: number; metadata: Record<string, string> | null }

const refundableOf = async (scope: PatientScope, payment: PaymentRow) => refundableAmount(payment, await disputesOfPayment(scope, payment.id))

/** Locks a payment. Returns the yen of it that may still be refunded. */
export const lockRefundable = async (scope: PatientScope, id: number): Promise<number> => refundableOf(scope, await lockRow(scope, payments, { id }))

/**
 * Adds a refund and reserves its amount, so that simultaneous refunds never exceed the payment. Throws 404, and 422 for more than is left. Disputes do not limit a
 * refund that Stripe has made already.
 */
export const insertRefund = async (scope: PatientScope, { payment_id, amount, ...values }: NewRefund): Promise<RefundRow> => {
  const payment = await lockRow(scope, payments, { id: payment_id })
  const left = values.refund ? refundableAmount(payment, []) : await refundableOf(scope, payment)
  if (amount > left) throw apiError('refund_too_large', { values: { left: left.toLocaleString('ja-JP') }, fields: { amount: ['too_large'] } })
  await scope
    .update(payments)
    .set({ refunded_amount: payment.refunded_amount + amount, updated_at: later(payments.updated_at) })
    .where(eq(payments.id, payment_id))
  return requireRow(
    await scope
      .insert(refunds)
      .values({ payment_id, amount, ...values })
      .returning(),
  )
}

const withId = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(refunds))
    .where(eq(refunds.id, sql.placeholder('id'))),
)
export const refundOf = async (scope: PatientScope, id: number): Promise<RefundRow> => requireRow(await withId(scope).execute({ id }))

/** The columns of `RefundStep`. */
export const refundSteps = {
  ...{ payment_id: refunds.payment_id, amount: refunds.amount, status: refunds.status },
  ...{ created_at: refunds.created_at, updated_at: refunds.updated_at },
}

/** By owner (an order or a charge), the sum of the `failedAmounts` of its payments. */
export const failedByOwner = (steps: readonly (RefundStep & { owner_id: number })[]): Map<number, number> => {
  const owners = new Map(steps.map(({ payment_id, owner_id }) => [payment_id, owner_id]))
  const sums = new Map<number, number>()
  for (const [payment_id, amount] of failedAmounts(steps)) {
    const owner_id = owners.get(payment_id)!
    sums.set(owner_id, (sums.get(owner_id) ?? 0) + amount)
  }
  return sums
}

/** Whether refunds failed and none that succeeded later made up for them. */
export const hasFailed = (steps: readonly RefundStep[]): boolean => failedAmounts(steps.filter(({ status }) => status !== 'open')).size > 0

const ofOrders = patientQuery(({ db, rows }) =>
  db
    .select({ owner_id: sql<number>`${payments.order_id}`.mapWith(Number), ...refundSteps })
    .from(rows(payments))
    .innerJoin(rows(refunds), eq(refunds.payment_id, payments.id))
    .where(isAnyOf(payments.order_id)),
)
/** By order, the yen that failed to be refunded; a later refund that is still open counts as made. */
export const failedRefundsOf = async (scope: PatientScope, ids: readonly number[]): Promise<Map<number, number>> =>
  failedByOwner(ids.length ? await ofOrders(scope).execute({ ids: [...ids] }) : [])

export const hasFailedRefund = async (scope: PatientScope, order_id: number): Promise<boolean> => hasFailed(await ofOrders(scope).execute({ ids: [order_id] }))

const withStripeIds = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(refunds))
    .where(or(eq(refunds.refund, sql.placeholder('refund')), eq(refunds.idempotency_key, sql.placeholder('key'))))
    .limit(1),
)
/** Our row of a refund that Stripe reports, by Stripe's id or, if that was not stored yet, by our key in its metadata. */
export const refundOfStripe = async (scope: PatientScope, refund: Pick<StripeRefund, 'id' | 'metadata'>): Promise<RefundRow | undefined> => {
  const key = refund.metadata?.refund ?? ''
  return (await withStripeIds(scope).execute({ refund: refund.id, key: /^[0-9a-f-]{36}$/.test(key) ? key : null }))[0]
}

/** Adds a refund that was made in Stripe's dashboard, unless another report of it was stored meanwhile. */
export const insertReportedRefund = async (scope: PatientScope, payment_id: number, reported: StripeRefund): Promise<RefundRow> => {
  // reports of one refund that arrive together wait for each other here
  await lockRow(scope, payments, { id: payment_id })
  const known = await refundOfStripe(scope, reported)
  return known ?? insertRefund(scope, { payment_id, amount: reported.amount, note: '', created_by: null, refund: reported.id })
}

/** Stores what Stripe says: a refund can fail even after it succeeded. Returns the refund and its earlier status if it became final now. */
export const finishRefund = async (scope: PatientScope, id: number, { refund, status }: { refund?: string; status: RefundRow['status'] }) => {
  const { payment_id } = await refundOf(scope, id)
  // lock the payment before the refund, as in `insertRefund`
  await lockRow(scope, payments, { id: payment_id })
  const before = await lockRow(scope, refunds, { id })
  if (before.status !== 'open' && !(before.status === 'succeeded' && status === 'failed')) return undefined
  const [after] = await scope
    .update(refunds)
    .set({ status, ...(refund && { refund }), updated_at: later(refunds.updated_at) })
    .where(eq(refunds.id, id))
    .returning()
  if (status === 'failed')
    await scope
      .update(payments)
      .set({ refunded_amount: sql`${payments.refunded_amount} - ${before.amount}`, updated_at: later(payments.updated_at) })
      .where(eq(payments.id, payment_id))
  return status === 'open' ? undefined : { refund: after!, earlier: before.status }
}

const waiting = patientQuery(({ db, rows }) =>
  db
    .select({ id: refunds.id })
    .from(rows(refunds))
    .where(and(eq(refunds.status, 'open'), sql`${refunds.created_at} < now() - interval '30 minutes'`))
    .orderBy(asc(refunds.created_at))
    .limit(100),
)
export const refundsToCheck = async (scope: PatientScope): Promise<number[]> => (await waiting(scope).execute()).map(({ id }) => id)
