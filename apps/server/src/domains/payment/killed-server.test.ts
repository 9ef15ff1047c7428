import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { onFileEnd } from '../../../test/clean-up.ts'
import { freshDatabase } from '../../../test/database.ts'
import { makeDataDir, startServer } from '../../../test/process.ts'
import { waitForLocks } from '../../../test/row-locks.ts'
import { eventually } from '../../../test/wait-until.ts'
import { openDatabase } from '../../database/db.ts'
import { addSession } from '../account/session-store.ts'

const recipient = {
  recipient_name: '佐伯 恵子',
  phone_number: '',
  address: { zip: '1070062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
}

test('if a server is killed between the charge and the commit, the order is paid after a restart and charged only once', async () => {
  const { folder } = makeDataDir()
  const env = { DATABASE_URL: await freshDatabase(), DEMO: 'on' }
  let server = await startServer(folder, env)
  const { db, close } = openDatabase({ connectionString: env.DATABASE_URL }, { role: null })
  onFileEnd(close)
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where email = 'patient@example.com'`)
  const patient = { id: Number(rows[0]!.id), role: 'patient' as const, email: 'patient@example.com' }
  const token = await addSession(db, patient, randomBytes)
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Token token="${token}", email="${patient.email}"`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the test asserts the fields it reads
    return response.json() as Promise<any>
  }
  const { setup_intent, client_secret } = await call('POST', '/api/stripe_payments/card_secret', {})
  await call('POST', '/api/payment_sandbox/confirmations', { client_secret, number: '4242424242424242', exp_month: 12, exp_year: 2034 })
  await call('POST', '/stripe_payments', { setup_intent })
  const { items } = await call('GET', '/api/shop/products')
  await db.execute(sql`update products set stock = 3 where id = ${items[0].id}`)
  await db.execute(sql`delete from carts where user_id = ${patient.id}`)
  await call('POST', '/api/shop/cart_items', { product_id: items[0].id, quantity: 2 })

  // the transaction that marks the order as paid waits for this lock
  await db.execute(
    sql.raw(`create function wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4242); return new; end $$;
    create trigger wait_for_test before update on orders for each row when (new.status = 'paid') execute function wait_for_test()`),
  )
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocker = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4242)`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const purchase = call('POST', '/api/shop/purchases', { ...recipient, method: 'saved_card' }).catch(() => 'the connection broke')
  await waitForLocks({ db }, 1)
  const charges = async () =>
    (await db.execute(sql`select body->>'status' as status from sandbox_objects where kind = 'payment_intent' and body->'metadata' ? 'payment'`)).rows
  expect(await charges()).toEqual([{ status: 'succeeded' }])
  server.process.kill('SIGKILL')
  expect(await purchase).toBe('the connection broke')
  released.resolve()
  await blocker
  const stateOf = async () =>
    (
      await db.execute(
        sql`select o.status, p.status as payment, p.intent is null as unknown from orders o join payments p on p.order_id = o.id where o.source = 'web' and o.cart_id is not null`,
      )
    ).rows
  await eventually(async () => {
    const { rowCount } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and application_name like 'sukoyaka%' and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    expect(rowCount).toBe(0)
  })
  expect(await stateOf()).toEqual([{ status: 'pending', payment: 'open', unknown: true }])
  await db.execute(sql.raw('drop trigger wait_for_test on orders'))
  // no event arrives, so only `payments_check` finds out; it skips payments of the last two minutes, which another server may be working on
  await db.execute(sql`delete from sandbox_events`)
  await db.execute(sql`delete from pgboss.job where name in ('stripe', 'stripe_event')`)
  await db.execute(sql`update payments set created_at = created_at - interval '3 minutes'`)
  server = await startServer(folder, env)
  await eventually(async () => expect(await stateOf()).toEqual([{ status: 'paid', payment: 'succeeded', unknown: false }]))
  expect(await charges()).toEqual([{ status: 'succeeded' }])
  expect((await db.execute(sql`select stock from products where id = ${items[0].id}`)).rows).toEqual([{ stock: 1 }])
  await server.end()
})
