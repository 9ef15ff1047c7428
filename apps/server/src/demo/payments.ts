import { addDays, addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { testCards } from '@sukoyaka/wire/people/payment'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { contract_charges } from '../domains/contract/tables.ts'
import { payment_sources, stripe_customers } from '../domains/payment/tables.ts'
import { insertRows } from './insert.ts'
import type { DemoPatient } from './people/people.ts'

/** Patients whose contract is paid by card, by index; the others pay by bank transfer. `addPurchases` saves the card of the first. */
const payers = { first: 0, declined: 4 } as const
const last4 = '0341'
const sandbox_effect = testCards['4000000000000341']

export const paysByCard = ({ index, edgeCase }: DemoPatient) => !edgeCase && (index === payers.first || index === payers.declined)

/** Saves a card in the payment sandbox that is declined when it is charged. */
const addDeclinedCard = async (db: Db, { id }: DemoPatient, today: string) => {
  const [customer, payment_method] = [`cus_demo_${id}`, `pm_demo_${id}`]
  const card = { brand: 'visa', last4, exp_month: 8, exp_year: Number(today.slice(0, 4)) + 3 }
  const bodies = [
    { id: customer, object: 'customer', metadata: { user: String(id) } },
    { id: payment_method, object: 'payment_method', type: 'card', card, customer, metadata: {}, sandbox_effect, sandbox_is_set_up: true },
  ]
  for (const body of bodies)
    await db.execute(
      sql`insert into sandbox_objects (id, kind, body) values (${body.id}, ${body.object}, ${JSON.stringify(body)}::jsonb) on conflict do nothing`,
    )
  await insertRows(db, stripe_customers, [{ user_id: id, customer }])
  await insertRows(db, payment_sources, [{ user_id: id, payment_method, ...card }])
  await db.execute(sql`update users set payment_source = ${JSON.stringify({ type: 'card', last4 })}::jsonb where id = ${id}`)
}

/** Inserts the paid charges of a patient's contracts; for the declined card, the newest one is still due. */
const addCharges = async (db: Db, { id, index }: DemoPatient, today: string) => {
  const { rows } = await db.execute<{ id: string; price: number; started_on: string; billing_cycle: string }>(sql`
    select c.id, p.price, (c.started_at at time zone 'Asia/Tokyo')::date::text as started_on, p.billing_cycle from contracts c join plans p on p.id = c.plan_id
    where c.user_id = ${id} and c.started_at <= now() and c.next_payment_date is not null`)
  const months = (cycle: string) => (cycle === 'yearly' ? 12 : 1)
  const charges = rows.flatMap(({ id: contract_id, price, started_on, billing_cycle }) => {
    const days: string[] = []
    for (let n = 0; addMonths(started_on, n * months(billing_cycle)) <= today; n++) days.push(addMonths(started_on, n * months(billing_cycle)))
    return days.map((due_on, at) => {
      const isOpen = index === payers.declined && at === days.length - 1
      return {
        user_id: id,
        contract_id: Number(contract_id),
        due_on,
        period_until: addMonths(started_on, (at + 1) * months(billing_cycle)),
        amount: price,
        status: isOpen ? ('due' as const) : ('paid' as const),
        decline_reason: isOpen ? ('declined' as const) : null,
        first_tried_on: isOpen ? today : due_on,
        next_try_on: isOpen ? addDays(today, 1) : null,
        paid_at: isOpen ? null : tokyoStartOfDay(due_on).toISOString(),
      }
    })
  })
  await insertRows(db, contract_charges, charges)
}

export const addPayments = async (db: Db, people: readonly DemoPatient[], now: Date) => {
  for (const person of people.filter(paysByCard)) {
    if (person.index === payers.declined) await addDeclinedCard(db, person, tokyoDay(now))
    await addCharges(db, person, tokyoDay(now))
  }
}
