import type { SavedCard } from '@sukoyaka/wire/people/payment'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { users } from '../account/tables.ts'
import { payment_sources, stripe_customers } from './tables.ts'

export type CardRow = typeof payment_sources.$inferSelect

const cardOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(payment_sources))
    .where(eq(payment_sources.user_id, sql.placeholder('user_id'))),
)
export const cardOf = async (scope: PatientScope, user_id: number): Promise<CardRow | undefined> => (await cardOfPatient(scope).execute({ user_id }))[0]

export const cardReply = (row: CardRow): SavedCard => ({ ...row, type: 'card' })

const customerOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(stripe_customers))
    .where(eq(stripe_customers.user_id, sql.placeholder('user_id'))),
)
/** The row of the patient as Stripe's customer, added if there is none. Called outside of transactions: the row is committed before Stripe is asked. */
export const customerRow = async (scope: PatientScope, user_id: number) => {
  const [existing] = await customerOfPatient(scope).execute({ user_id })
  if (existing) return existing
  await scope.insert(stripe_customers).values({ user_id }).onConflictDoNothing()
  return requireRow(await customerOfPatient(scope).execute({ user_id }))
}

export const setCustomer = (scope: PatientScope, user_id: number, customer: string) =>
  scope
    .update(stripe_customers)
    .set({ customer })
    .where(and(eq(stripe_customers.user_id, user_id), isNull(stripe_customers.customer)))

const showOnProfile = (scope: PatientScope, user_id: number, card: { last4: string } | null) =>
  scope.db
    .update(users)
    .set({ payment_source: card && { type: 'card', last4: card.last4 } })
    .where(and(eq(users.id, user_id), scope.ownerIs(users.id)))

const lockedCard = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(payment_sources))
    .where(eq(payment_sources.user_id, sql.placeholder('user_id')))
    .for('update'),
)

/** Saves the card in place of the earlier one. `replaced`: Stripe's id of the earlier card, to be detached; undefined if there was none or it is the same. */
export const storeCard = async (scope: PatientScope, user_id: number, method: Stripe.PaymentMethod) => {
  const { brand, last4, exp_month, exp_year } = method.card!
  const [before] = await lockedCard(scope).execute({ user_id })
  const values = { payment_method: method.id, brand, last4, exp_month, exp_year }
  const [card] = await scope
    .insert(payment_sources)
    .values({ user_id, ...values })
    .onConflictDoUpdate({ target: payment_sources.user_id, set: { ...values, updated_at: later(payment_sources.updated_at) } })
    .returning()
  await showOnProfile(scope, user_id, { last4 })
  return { card: card!, replaced: before && before.payment_method !== method.id ? before.payment_method : undefined }
}

export const deleteCard = async (scope: PatientScope, by: { id: number } | { payment_method: string }): Promise<CardRow | undefined> => {
  const [card] = await scope
    .delete(payment_sources)
    .where('id' in by ? eq(payment_sources.id, by.id) : eq(payment_sources.payment_method, by.payment_method))
    .returning()
  if (card) await showOnProfile(scope, card.user_id, null)
  return card
}
