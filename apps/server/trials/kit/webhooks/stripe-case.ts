import { receiveStripe } from '@sukoyaka/wire/people/payment'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { stripeSender } from '../../../src/domains/payment/stripe-webhook.ts'
import type { TestApp } from '../../../test/test-app.ts'
import type { SenderCase } from './sender-case.ts'

const apiKeys = { STRIPE_SECRET_KEY: `sk_test_${'0'.repeat(24)}`, STRIPE_PUBLISHABLE_KEY: `pk_test_${'0'.repeat(24)}` }
const types = ['created', 'processing', 'requires_action', 'amount_capturable_updated', 'succeeded']
const isTrialOrder = sql`external_id like 'trial-%'`

/** Adds an order that waits for its payment, which Stripe’s sandbox has received. A second call with the same ids adds nothing. */
const addPaidIntent = async ({ context: { db }, hanako }: TestApp, intent: string, external_id: string) => {
  const body = JSON.stringify({ id: intent, object: 'payment_intent', amount: 1080, amount_received: 1080, currency: 'jpy', status: 'succeeded', metadata: {} })
  await db.execute(sql`insert into sandbox_objects (id, kind, body) values (${intent}, 'payment_intent', ${body}) on conflict do nothing`)
  await db.execute(sql`
    with placed as (
      insert into orders (user_id, subtotal, delivery_fee, taxes, total, recipient_name, address, external_id)
      values (${hanako.id}, 1080, 0, '[]', 1080, '佐伯 恵子', '{}', ${external_id}) on conflict do nothing returning id
    )
    insert into payments (user_id, purpose, order_id, amount, status, method, intent)
    select ${hanako.id}, 'order', id, 1080, 'open', 'new_card', ${intent} from placed`)
}

/** Signatures contain the time, so each one differs. The server requests the object of an event from Stripe. */
export const stripeCase: SenderCase = {
  sender: stripeSender,
  endpoint: receiveStripe,
  // the server accepts all three settings or none
  settings: (secret): Record<string, string> => (secret ? { ...apiKeys, STRIPE_WEBHOOK_SECRET: secret } : {}),
  body: async (testApp, n, version = 0) => {
    const intent = `pi_trial_${n}`
    await addPaidIntent(testApp, intent, `trial-${n}`)
    return { id: `evt_trial_${n}_${version}`, object: 'event', type: `payment_intent.${types[version]}`, data: { object: { id: intent } } }
  },
  wrongForms: (validSignature, { secret, raw }) => {
    const [time, signature] = validSignature.split(',') as [string, string]
    const signedAt = (timestamp: number) => Stripe.webhooks.generateTestHeaderString({ payload: raw.toString(), secret, timestamp })
    return [
      signature,
      time,
      signature.slice('v1='.length),
      `${time},${signature.replace('v1=', 'v0=')}`,
      `${time},v1=${signature.slice('v1='.length).toUpperCase()}`,
      `t=1,${signature}`,
      // six minutes ago
      signedAt(Math.floor(Date.now() / 1000) - 360),
    ]
  },
  effects: async (testApp) => {
    // a stored event is followed by a job of its own, which asks Stripe
    await testApp.runJobs()
    const { rows } = await testApp.context.db.execute<{ line: string }>(
      sql`select external_id || ' ' || kind as line from order_events e join orders o on o.id = e.order_id where ${isTrialOrder} order by 1`,
    )
    return rows.map(({ line }) => line)
  },
  clearEffects: async ({ context: { db } }) => {
    await db.execute(sql`delete from payments where order_id in (select id from orders where ${isTrialOrder})`)
    await db.execute(sql`delete from orders where ${isTrialOrder}`)
  },
}
