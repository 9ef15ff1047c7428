import { errors } from '@sukoyaka/phrases/errors'
import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { DeclineReason, listAllPayments, listPayments, Payment } from '@sukoyaka/wire/people/payment'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { lockRow } from '../../access/rows.ts'
import { translate } from '../../config/language.ts'
import { later } from '../../database/columns.ts'
import { pageOf } from '../../database/page.ts'
import { fieldError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect

export type NewPayment = Pick<PaymentRow, 'user_id' | 'amount' | 'method'> &
  ({ purpose: 'order'; order_id: number } | { purpose: 'contract'; contract_id: number }) & { saves_card?: boolean }

/** The caller commits the payment before `charge` or `prepareIntent` asks Stripe, so that a crash leaves a row to reconcile. */
export const insertPayment = async (scope: PatientScope, values: NewPayment): Promise<PaymentRow> =>
  requireRow(await scope.insert(payments).values(values).returning())

const withId = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(payments))
    .where(eq(payments.id, sql.placeholder('id'))),
)
export const paymentOf = async (scope: PatientScope, id: number): Promise<PaymentRow> => requireRow(await withId(scope).execute({ id }))

const newestOfOrder = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(payments))
    .where(eq(payments.order_id, sql.placeholder('order_id')))
    .orderBy(desc(payments.id))
    .limit(1),
)
export const paymentOfOrder = async (scope: PatientScope, order_id: number): Promise<PaymentRow | undefined> =>
  (await newestOfOrder(scope).execute({ order_id }))[0]

const withStripeIds = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(payments))
    .where(or(eq(payments.intent, sql.placeholder('intent')), eq(payments.idempotency_key, sql.placeholder('key'))))
    .limit(1),
)
/** The payment of a PaymentIntent, also if the server stopped before it stored the intent's id. */
export const paymentOfIntent = async (scope: PatientScope, intent: { id: string; metadata: Record<string, string> }): Promise<PaymentRow | undefined> => {
  const key = intent.metadata.payment ?? ''
  const isKey = /^[0-9a-f-]{36}$/.test(key)
  return (await withStripeIds(scope).execute({ intent: intent.id, key: isKey ? key : null }))[0]
}

export type PaymentState = {
  status: PaymentRow['status']
  decline_reason?: DeclineReason | null
  intent?: string
  card?: { brand: string; last4: string } | undefined
}

/** A state is only replaced by one of a higher rank, so that events may arrive in any order. A failed payment can succeed until Stripe has cancelled it. */
const rank: Record<PaymentRow['status'], number> = { open: 0, requires_action: 1, failed: 2, cancelled: 2, succeeded: 3 }

/**
 * Stores a state of a higher `rank` than the present one; the first intent and its card are stored in any case. Returns the payment if its state
 * changed, else undefined.
 */
export const advancePayment = async (scope: PatientScope, id: number, { status, decline_reason = null, intent, card }: PaymentState) => {
  const before = await lockRow(scope, payments, { id })
  const isNext = rank[status] > rank[before.status]
  if (!isNext && before.intent !== null) return undefined
  const next = isNext ? { status, decline_reason } : {}
  const [changed] = await scope
    .update(payments)
    .set({
      ...next,
      ...(intent && { intent }),
      ...(card && { card_brand: card.brand, card_last4: card.last4 }),
      ...(isNext && status === 'succeeded' && { paid_at: sql`now()`, decline_reason: null }),
      updated_at: later(payments.updated_at),
    })
    .where(eq(payments.id, id))
    .returning()
  return isNext ? changed : undefined
}

const unsettled = inArray(payments.status, ['open', 'requires_action'])

const dueToCheck = patientQuery(({ db, rows }) =>
  db
    .select({ id: payments.id })
    .from(rows(payments))
    .where(
      and(
        unsettled,
        or(
          // no request to Stripe can still be running: it ends within this time
          and(sql`${payments.intent} is null`, sql`${payments.created_at} < now() - interval '2 minutes'`),
          sql`${payments.created_at} < now() - interval '30 minutes'`,
        ),
      ),
    )
    .orderBy(asc(payments.created_at))
    .limit(100),
)
/** The oldest 100 unsettled payments to check: after 30 minutes, or after 2 without an intent, as when the server stopped or Stripe was not reached. */
export const paymentsToCheck = async (scope: PatientScope): Promise<number[]> => (await dueToCheck(scope).execute()).map(({ id }) => id)

export const declineText = (reason: DeclineReason | null, language: Language) => (reason ? translate(errors, language, `decline.${reason}`) : null)

export const paymentReply =
  (language: Language) =>
  ({ card_brand, card_last4, ...row }: PaymentRow): Payment => ({
    ...row,
    decline_text: declineText(row.decline_reason, language),
    card: card_brand && card_last4 ? { brand: card_brand, last4: card_last4 } : null,
  })

/** The patient that a call is about: the named one, else the only one of the scope. Throws 422 if there is neither, 404 as `requirePatient`. */
export const payerOf = async (scope: PatientScope, user_id: number | undefined): Promise<number> => {
  const payer = user_id ?? scope.own
  if (payer === undefined) throw fieldError('user_id', 'required')
  await requirePatient(scope, payer)
  return payer
}

const filters = { user_id: sql.placeholder('user_id'), status: sql.placeholder('status'), purpose: sql.placeholder('purpose') }
const listed = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(payments), total_count: sql<number>`(count(*) over ())::int` })
    .from(rows(payments))
    .where(
      and(
        sql`(${filters.user_id}::bigint is null or ${payments.user_id} = ${filters.user_id})`,
        sql`(${filters.status}::text is null or ${payments.status} = ${filters.status})`,
        sql`(${filters.purpose}::text is null or ${payments.purpose} = ${filters.purpose})`,
      ),
    )
    .orderBy(desc(payments.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

const page = async (scope: PatientScope, language: Language, at: number, by: { user_id?: number; status?: string; purpose?: string }) => {
  const found = await pageOf(at, (bounds) => listed(scope).execute({ user_id: null, status: null, purpose: null, ...by, ...bounds }))
  return { ...found, items: found.items.map(paymentReply(language)) }
}

export const paymentsOf = async (scope: PatientScope, { user_id, page: at = 1 }: Input<typeof listPayments>, language: Language) =>
  page(scope, language, at, { user_id: await payerOf(scope, user_id) })

export const allPayments = (scope: PatientScope, { page: at = 1, ...by }: Input<typeof listAllPayments>, language: Language) => page(scope, language, at, by)
