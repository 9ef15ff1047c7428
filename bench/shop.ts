// node_modules/.bin/node bench/shop.ts [--runs 300]: compares the calculation of a cart with 50 lines, and purchases, with the bare SQL on
// one connection.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { median } from './kit/percentile.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '300' } } })
const runs = Number(values.runs)
const lines = 50
const address = { zip: '1070062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' }
const taxes = JSON.stringify([{ tax_rate: 10, amount: 0, tax: 0 }])

/** Median milliseconds of a run; the first fifth is a warm-up. `prepare` is not measured. */
const measure = async (run: () => Promise<unknown>, prepare: () => Promise<unknown> = async () => {}) => {
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    await prepare()
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return median(times.slice(Math.floor(runs / 5)))
}

type Buyer = { id: number; call: (method: string, path: string, body?: object) => Promise<void> }

/** Runs SQL as prepared statements, as the server does. */
const bareOn = (client: pg.Client, id: number) => {
  const names = new Map<string, string>()
  return async (text: string, ...parameters: unknown[]) => {
    const name = names.get(text) ?? `bench${names.size}`
    names.set(text, name)
    return (await client.query({ name, text: text.replaceAll('$user', String(id)), values: parameters })).rows
  }
}

const addProducts = (client: pg.Client) =>
  client.query(`insert into products (name, category_id, name_ja, name_en, name_kr, price, tax_rate, stock)
    select 'bench_' || n, (select min(id) from product_categories), '商品' || n, '', '', 1000 + n, case when n % 2 = 0 then 8 else 10 end, 1000000 from generate_series(1, ${lines}) n`)

/** Sets the price of the bench's products, and replaces the open cart by one with `count` of them. */
const fillCart = async (client: pg.Client, id: number, count: number, price = '1000') => {
  await client.query(`update products set price = ${price} where name like 'bench_%'`)
  await client.query(`delete from carts where user_id = ${id} and status = 'open'`)
  await client.query(`with cart as (insert into carts (user_id) values (${id}) returning id)
    insert into cart_items (user_id, cart_id, product_id, quantity)
    select ${id}, cart.id, p.id, 2 from cart, (select id from products where name like 'bench_%' order by id limit ${count}) p`)
}

/** The reads that a calculation needs, without the arithmetic. */
const bareCalculation = async (query: ReturnType<typeof bareOn>) => {
  const items = await query(`select i.* from cart_items i join carts c on c.id = i.cart_id and c.status = 'open' where i.user_id = $user order by i.id`)
  await query(
    'select * from products where id = any($1)',
    items.map(({ product_id }) => product_id),
  )
  await query('select * from delivery_rules')
}

/** The reads and writes of a paid order, in one transaction. */
const barePurchase = async (client: pg.Client, query: ReturnType<typeof bareOn>) => {
  await client.query('begin')
  const [cart] = await query(`select id from carts where user_id = $user and status = 'open' for update`)
  await bareCalculation(query)
  await query(`update carts set status = 'ordered' where id = $1`, cart!.id)
  const [order] = await query(
    `insert into orders (user_id, cart_id, subtotal, delivery_fee, taxes, total, recipient_name, address) values ($user, $1, 0, 0, $2, 0, '佐伯 恵子', $3) returning *`,
    cart!.id,
    taxes,
    JSON.stringify(address),
  )
  await query(
    `insert into order_items (order_id, product_id, name_ja, name_en, name_kr, price, price_with_tax, tax_rate, quantity)
      select $1, i.product_id, p.name_ja, '', '', p.price, p.price, p.tax_rate, i.quantity from cart_items i join products p on p.id = i.product_id where i.cart_id = $2`,
    order!.id,
    cart!.id,
  )
  await query(`insert into order_events (order_id, kind) values ($1, 'placed')`, order!.id)
  await query('update products p set stock = stock - i.quantity from order_items i where i.order_id = $1 and p.id = i.product_id', order!.id)
  await query(
    `insert into stock_reservations (order_id, product_id, quantity, status) select order_id, product_id, quantity, 'used' from order_items where order_id = $1`,
    order!.id,
  )
  await query(`update orders set status = 'paid' where id = $1`, order!.id)
  await query(`insert into order_events (order_id, kind) values ($1, 'paid')`, order!.id)
  await client.query('commit')
}

const report = (name: string, ours: number, bare?: number) =>
  console.log(`| ${name} | ${ours.toFixed(2)} | ${bare?.toFixed(2) ?? ''} | ${bare ? `× ${(ours / bare).toFixed(1)}` : ''} |`)

const runBench = async (client: pg.Client, { id, call }: Buyer) => {
  const query = bareOn(client, id)
  console.log('| what | p50 ms | bare SQL ms | ratio |\n| --- | ---: | ---: | ---: |')
  await fillCart(client, id, lines)
  report(`calculation of ${lines} lines`, await measure(() => call('GET', '/api/shop/cart_calculations')), await measure(() => bareCalculation(query)))
  const buy = (method: string) => () => call('POST', '/api/shop/purchases', { recipient_name: '佐伯 恵子', phone_number: '', address, method })
  await client.query('update delivery_rules set fee = 0')
  const free = () => fillCart(client, id, 1, '0')
  report('purchase of 0 yen', await measure(buy('none'), free), await measure(() => barePurchase(client, query), free))
  report('purchase with the saved card, with the sandbox', await measure(buy('saved_card'), () => fillCart(client, id, 1)))
}

/** Adds a saved card to the database and to the Stripe sandbox. */
const addCard = async (client: pg.Client, id: number) => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }
  const method = { id: 'pm_bench', object: 'payment_method', type: 'card', card, customer: 'cus_bench', sandbox_effect: 'success', sandbox_is_set_up: true }
  for (const body of [{ id: 'cus_bench', object: 'customer' }, method])
    await client.query('insert into sandbox_objects (id, kind, body) values ($1, $2, $3)', [body.id, body.object, JSON.stringify(body)])
  await client.query('delete from stripe_customers where user_id = $1', [id])
  await client.query('delete from payment_sources where user_id = $1', [id])
  await client.query(`insert into stripe_customers (user_id, customer) values ($1, 'cus_bench')`, [id])
  await client.query(
    `insert into payment_sources (user_id, payment_method, brand, last4, exp_month, exp_year) values ($1, 'pm_bench', 'visa', '4242', 12, 2034)`,
    [id],
  )
}

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop: dropDatabase } = await addDatabase(postgres, folder, 20, 0)
  closers.push(dropDatabase)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows } = await pool.query(`select id, email, role from users where role = 'patient' order by id limit 1`)
  const token = await addSession(db, rows[0], randomBytes)
  await close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  closers.push(() => client.end())
  await addProducts(client)
  await addCard(client, rows[0].id)
  const env = { DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'on', LOG_LEVEL: 'warn', WRITES_PER_MINUTE: '0' }
  const server = await startBuilt(env)
  closers.push(server.end)
  const headers = { authorization: `Token token="${token}", email="${rows[0].email}"`, 'content-type': 'application/json' }
  const call: Buyer['call'] = async (method, path, body) => {
    const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  }
  await runBench(client, { id: rows[0].id, call })
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
