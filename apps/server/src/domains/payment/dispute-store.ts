import type { Dispute } from '@sukoyaka/wire/people/payment'
import { desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { lockRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import type { PaymentRow } from './store.ts'
import { payment_disputes, payments } from './tables.ts'

/** `dispute`: Stripe's id. */
export type DisputeState = Pick<typeof payment_disputes.$inferSelect, 'dispute' | 'status' | 'amount' | 'due_at'>

const withStripeIds = patientQuery(({ db, rows }) => db.select().from(rows(payment_disputes)).where(isAnyOf(payment_disputes.dispute)))
/** The stored ones of these disputes, by Stripe's id. */
export const storedDisputes = async (scope: PatientScope, ids: readonly string[]): Promise<Map<string, DisputeState>> => {
  const found = ids.length ? await withStripeIds(scope).execute({ ids: [...ids] }) : []
  return new Map(found.map((row) => [row.dispute, row]))
}

export const isSameState = (before: DisputeState | undefined, state: DisputeState): boolean =>
  before?.status === state.status && before.amount === state.amount && before.due_at === state.due_at

/** Stores a dispute as Stripe reports it. Returns its payment and what was stored before, or undefined if nothing changed. */
export const storeDispute = async (
  scope: PatientScope,
  payment_id: number,
  reported: DisputeState,
): Promise<{ payment: PaymentRow; before: DisputeState | undefined } | undefined> => {
  // reports of one dispute that arrive together wait for each other here
  const payment = await lockRow(scope, payments, { id: payment_id })
  const { dispute, ...state } = reported
  const before = (await storedDisputes(scope, [dispute])).get(dispute)
  if (isSameState(before, reported)) return undefined
  await scope
    .insert(payment_disputes)
    .values({ payment_id, dispute, ...state })
    .onConflictDoUpdate({ target: payment_disputes.dispute, set: { ...state, updated_at: later(payment_disputes.updated_at) } })
  return { payment, before }
}

const { id, status, amount, due_at } = columnsOf(payment_disputes)
/** The columns of `Dispute`. */
export const disputeColumns = { id, status, amount, due_at }

const ofPayment = patientQuery(({ db, rows }) =>
  db
    .select(disputeColumns)
    .from(rows(payment_disputes))
    .where(eq(payment_disputes.payment_id, sql.placeholder('payment_id'))),
)
export const disputesOfPayment = (scope: PatientScope, payment_id: number): Promise<Dispute[]> => ofPayment(scope).execute({ payment_id })

const ofOrder = patientQuery(({ db, rows }) =>
  db
    .select(disputeColumns)
    .from(rows(payments))
    .innerJoin(rows(payment_disputes), eq(payment_disputes.payment_id, payments.id))
    .where(eq(payments.order_id, sql.placeholder('order_id')))
    .orderBy(desc(payment_disputes.id)),
)
export const disputesOfOrder = (scope: PatientScope, order_id: number): Promise<Dispute[]> => ofOrder(scope).execute({ order_id })
