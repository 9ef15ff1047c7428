import type { ExternalOrder } from '@sukoyaka/wire/people/order-admin'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { users } from '../../account/tables.ts'
import { externalNumber, orderFrom, type ShopifyOrder } from '../shopify.ts'
import { external_orders, order_events, order_items, orders } from '../tables.ts'

const patientWithEmail = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${sql.placeholder('email')})`, eq(users.role, 'patient'), isNull(users.deactivated_at))),
)

/** Inserts the order for the patient and returns its id. Undefined if it is stored already. */
const insertOrder = async (scope: PatientScope, user_id: number, body: ShopifyOrder): Promise<number | undefined> => {
  const { items, ...order } = orderFrom(body)
  const [row] = await scope
    .insert(orders)
    .values({ ...order, user_id, status: 'paid', source: 'shopify' })
    .onConflictDoNothing({ target: orders.external_id })
    .returning()
  if (!row) return undefined
  await scope.insert(order_items).values(items.map((item) => ({ ...item, order_id: row.id })))
  await scope.insert(order_events).values((['placed', 'paid'] as const).map((kind) => ({ order_id: row.id, kind })))
  return row.id
}

/** Stores an order from Shopify for the patient with its e-mail address, otherwise for an administrator to assign. Returns the patient's id, if any. */
export const storeExternalOrder = async (scope: PatientScope, body: ShopifyOrder): Promise<number | undefined> => {
  const email = body.email.trim()
  const { external_id } = orderFrom(body)
  const [patient] = email ? await patientWithEmail(scope.db).execute({ email }) : []
  if (patient) {
    // an earlier delivery may have stored it as waiting; the waiting row is deleted before the insert, as in `assignWaiting`
    await scope.db.delete(external_orders).where(eq(external_orders.external_id, external_id))
    await insertOrder(scope, patient.id, body)
    return patient.id
  }
  // built per call: only the webhook runs it
  const [known] = await scope.db.select({ id: orders.id }).from(scope.rows(orders)).where(eq(orders.external_id, external_id))
  if (!known) await scope.db.insert(external_orders).values({ external_id, email, body }).onConflictDoNothing()
  return undefined
}

const waitingOrders = preparedQuery((db) => db.select().from(external_orders).orderBy(desc(external_orders.id)).limit(1000))

export const waitingExternalOrders = async (db: Db): Promise<ExternalOrder[]> =>
  (await waitingOrders(db).execute()).map(({ id, email, body: stored, created_at }) => {
    // the webhook checked it before `storeExternalOrder` stored it
    const body = stored as ShopifyOrder
    const { total, recipient_name, items } = orderFrom(body)
    const item_names = items.map(({ name_ja }) => name_ja)
    return { id, number: externalNumber(body), email, customer_name: recipient_name, total, item_names, ordered_at: body.created_at ?? created_at }
  })

/** Assigns a waiting order to a patient; of two administrators who do so, the second gets a 404. */
export const assignWaiting = async (scope: PatientScope, id: number, user_id: number): Promise<number> => {
  const { body } = requireRow(await scope.db.delete(external_orders).where(eq(external_orders.id, id)).returning())
  // the webhook checked it before `storeExternalOrder` stored it
  const order_id = await insertOrder(scope, user_id, body as ShopifyOrder)
  if (order_id === undefined) throw apiError('conflict')
  return order_id
}
