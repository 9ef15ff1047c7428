import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { getUser, type User } from '@sukoyaka/wire/people/account'
import * as cart from '@sukoyaka/wire/people/cart'
import { getOrder, listOrders, type Order, purchase } from '@sukoyaka/wire/people/order'
import * as payment from '@sukoyaka/wire/people/payment'
import { listProducts } from '@sukoyaka/wire/people/product'
import { listRecommendations } from '@sukoyaka/wire/people/recommendation'
import { listRegularDeliveries } from '@sukoyaka/wire/people/regular-delivery'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { amountsOf, cartItem, product } from '../../../test/data/shop.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { ShopPage } from '../ShopPage.tsx'

setUpNetwork()

const address = { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' }
const me = { id: 1, role: 'patient', last_name: '佐伯', first_name: '恵子', phone_number: '09000001234', address } as User
const items = [cartItem(11, product(1, 'ビタミンD3'))]
const amounts = amountsOf(items)
const card: payment.SavedCard = { id: 3, type: 'card', brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029, created_at: '2026-11-01T00:00:00Z' }
const paymentOf = (status: payment.Payment['status'], more: Partial<payment.Payment> = {}): payment.Payment => ({
  id: 8,
  user_id: 1,
  purpose: 'order',
  order_id: 5,
  contract_id: null,
  amount: amounts.total,
  refunded_amount: 0,
  status,
  decline_reason: null,
  decline_text: null,
  card: null,
  paid_at: null,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
  ...more,
})
const orderOf = (status: Order['status'], paid: payment.Payment): Order => ({
  ...amounts,
  id: 5,
  number: 'SK-20261121-5',
  user_id: 1,
  status,
  delivery_on: null,
  delivery_window: null,
  refunded_amount: 0,
  items: [],
  source: 'web',
  recipient_name: '佐伯 恵子',
  phone_number: '09000001234',
  address,
  events: [{ id: 1, kind: 'placed', note: '', amount: null, created_at: '2026-11-21T00:00:00Z' }],
  carrier: '',
  tracking_number: '',
  payment: paid,
  failed_refund_amount: 0,
  refundable_amount: status === 'paid' ? paid.amount : 0,
  regular_delivery_id: null,
  reserved_until: null,
  may_cancel: true,
  has_receipt: status === 'paid',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
})
const secret: payment.ClientSecret = { provider: 'sandbox', publishable_key: '', client_secret: 'pi_1_secret_2' }

const open = (cards: payment.SavedCard[], path = '/shop/checkout') => {
  network.use(
    reply(getUser, me),
    reply(cart.listCartItems, { items }),
    reply(cart.calculateCart, amounts),
    reply(listProducts, { items: [] }),
    reply(listRecommendations, { items: [] }),
    reply(payment.listPaymentSources, { items: cards }),
    reply(getOrder, orderOf('paid', paymentOf('succeeded'))),
    reply(listMessageRooms, { items: [], page: 1, next_page: null, total_count: 0 }),
  )
  return show(
    'patient',
    <Routes>
      <Route path="/shop/:page?/:id?" element={<ShopPage />} />
    </Routes>,
    { path },
  )
}
const placeOrder = () => screen.findByRole('button', { name: '注文を確定する' })

type Shown = Pick<ReturnType<typeof open>, 'user' | 'press'>
const enterCard = async ({ user, press }: Shown, number: string) => {
  const dialog = await screen.findByRole('dialog', { name: 'カードでのお支払い' })
  await user.type(within(dialog).getByLabelText(/カード番号/), number)
  await user.type(within(dialog).getByLabelText(/有効期限/), '12/34')
  await user.type(within(dialog).getByLabelText(/セキュリティコード/), '123')
  await press(/を支払う$/)
}

test('a saved card is charged once, however often the button is pressed; before that, the page names the card and the amount', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  network.use(
    reply(purchase, async () => {
      await gate
      return { order: orderOf('paid', paymentOf('succeeded')), confirmation: null }
    }),
  )
  const { user } = open([card])
  await screen.findByText('佐伯 恵子 様')
  expect(screen.getByText(`確定すると VISA •••• 4242 に ¥${amounts.total.toLocaleString('en')} を請求します。`)).toBeTruthy()
  await user.tripleClick(await placeOrder())
  await waitFor(() => expect(sent(purchase)).toHaveLength(1))
  release()
  await screen.findByRole('heading', { name: 'ご注文ありがとうございます' })
  const phone_number = '09000001234'
  expect(sent(purchase)).toEqual([{ recipient_name: '佐伯 恵子', phone_number, address, method: 'saved_card', shown_total: amounts.total }])
})

test('a timed delivery needs a day, and is bought with its fee', async () => {
  const { user } = open([card])
  network.use(
    reply(cart.calculateCart, ({ is_timed }) => (is_timed ? amountsOf(items, { delivery_fee: 880, total: amounts.total + 220 }) : amounts)),
    reply(purchase, { order: orderOf('paid', paymentOf('succeeded')), confirmation: null }),
  )
  await user.click(await screen.findByRole('radio', { name: '日時指定' }))
  await screen.findByText(new RegExp(`¥${(amounts.total + 220).toLocaleString('en')} を請求します。`))
  await user.click(await placeOrder())
  expect(await screen.findAllByText('お届け日を選んでください。')).toHaveLength(2)
  expect(sent(purchase)).toEqual([])
  await user.type(screen.getByLabelText(/お届け日/), '2026.11.28{Tab}')
  await user.selectOptions(screen.getByLabelText('時間帯'), '18_20')
  await user.click(await placeOrder())
  await screen.findByRole('heading', { name: 'ご注文ありがとうございます' })
  expect(sent(purchase)).toMatchObject([{ delivery_on: '2026-11-28', delivery_window: '18_20', shown_total: amounts.total + 220 }])
})

test('while the field has a day after the last possible one, nothing is bought for the day that was chosen before', async () => {
  const { user } = open([card])
  network.use(reply(purchase, { order: orderOf('paid', paymentOf('succeeded')), confirmation: null }))
  await user.click(await screen.findByRole('radio', { name: '日時指定' }))
  const day = await screen.findByLabelText<HTMLInputElement>(/お届け日/)
  await user.type(day, '2026.11.28{Tab}')
  await user.clear(day)
  await user.type(day, '2026.12.28')
  await user.click(await placeOrder())
  await waitFor(() => expect(document.activeElement).toBe(day))
  expect(day.getAttribute('aria-invalid')).toBe('true')
  expect(sent(purchase)).toEqual([])
  await user.clear(day)
  await user.type(day, '2026.11.29')
  await user.click(await placeOrder())
  await screen.findByRole('heading', { name: 'ご注文ありがとうございます' })
  expect(sent(purchase)).toMatchObject([{ delivery_on: '2026-11-29' }])
})

test('address and delivery survive a reload of the page', async () => {
  const first = open([card])
  await first.press('変更')
  const dialog = await screen.findByRole('dialog', { name: 'お届け先' })
  await first.user.clear(within(dialog).getByLabelText(/お名前/))
  await first.user.type(within(dialog).getByLabelText(/お名前/), '佐伯 一郎')
  await first.press('この宛先に届ける')
  await first.user.click(screen.getByRole('radio', { name: '日時指定' }))
  first.unmount()
  removeOtherUsersDrafts(undefined)
  open([card])
  await screen.findByText('佐伯 一郎 様')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '日時指定' }).checked).toBe(true)
})

test('the page says why a card was declined; the next card is charged after the bank authenticated the patient', async () => {
  let decline = true
  network.use(
    reply(purchase, () => ({ order: orderOf('pending', paymentOf('open')), confirmation: secret })),
    reply(payment.confirmInSandbox, ({ number }) =>
      number === '4000000000009995'
        ? ({ status: 'requires_payment_method', decline_reason: 'insufficient_funds' } as const)
        : ({ status: 'requires_action', decline_reason: null } as const),
    ),
    reply(payment.authenticateInSandbox, { status: 'succeeded', decline_reason: null }),
    reply(payment.refreshPayment, () => (decline ? paymentOf('failed', { decline_text: '残高が不足しています。' }) : paymentOf('succeeded'))),
  )
  const shown = open([])
  const { user, press } = shown
  const pay = async (number: string) => {
    await user.click(await placeOrder())
    await enterCard(shown, number)
  }
  await pay('4000 0000 0000 9995')
  await screen.findByText(/残高が不足しています。商品はカートに戻っています。/)
  expect(screen.getByText('ビタミンD3')).toBeTruthy()
  decline = false
  await pay('4000 0025 0000 3155')
  await press('認証する')
  await screen.findByRole('heading', { name: 'ご注文ありがとうございます' })
  expect(sent(payment.authenticateInSandbox)).toEqual([{ client_secret: 'pi_1_secret_2', is_approved: true }])
})

test('a purchase that the server rejects says why and can be repeated', async () => {
  network.use(reply(purchase, () => failure(422, 'total_changed', '金額が変わりました。')))
  const { user } = open([card])
  await user.click(await placeOrder())
  await screen.findByText('注文できませんでした。金額が変わりました。')
  expect((await placeOrder()).getAttribute('aria-busy')).toBeNull()
})

test('a purchase during which Stripe could not be reached empties the cart; the page says what happened and leads to the orders', async () => {
  const unreachable = '決済サービスに接続できませんでした。'
  network.use(reply(purchase, () => failure(503, 'payments_unreachable', unreachable)))
  const { user } = open([card])
  const button = await placeOrder()
  network.use(reply(cart.listCartItems, { items: [] }))
  await user.click(button)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(unreachable)).toBeTruthy()
  expect(within(alert).getByRole('link', { name: '注文履歴' }).getAttribute('href')).toBe('/shop/orders')
})

test('while the server still processes a purchase, the page sends it again with the same key, and does not say that it failed', async () => {
  const keys: unknown[] = []
  network.events.on('request:start', ({ request }) => void (request.url.endsWith(purchase.path) && keys.push(request.headers.get('idempotency-key'))))
  network.use(reply(purchase, () => failure(409, 'call_in_progress', '処理しています。')))
  const { user } = open([card])
  await user.click(await placeOrder())
  await screen.findByText(/結果を、まだ確認できていません/)
  network.use(reply(purchase, { order: orderOf('paid', paymentOf('succeeded')), confirmation: null }))
  await user.click(await placeOrder())
  await screen.findByRole('heading', { name: 'ご注文ありがとうございます' })
  expect([keys.length, new Set(keys).size]).toEqual([4, 1])
})

test.each(['/shop/cart', '/shop/checkout'])(
  '%s is empty after a purchase whose payment was left, and leads to the order that waits for payment',
  async (path) => {
    open([card], path)
    network.use(
      reply(cart.listCartItems, { items: [] }),
      reply(listOrders, {
        items: [
          { ...orderOf('pending', paymentOf('open')), id: 7, source: 'regular' as const },
          { ...orderOf('paid', paymentOf('succeeded')), id: 6 },
          orderOf('pending', paymentOf('open')),
        ],
        ...{ page: 1, next_page: null, total_count: 3 },
      }),
    )
    expect((await screen.findByRole('link', { name: 'ご注文を開く' })).getAttribute('href')).toBe('/shop/orders/5')
    screen.getByText('カートは空です')
    screen.getByText('お支払い待ちのご注文があります。')
  },
)

test('after a declined payment of a regular delivery, the page does not say that the products are back in the cart', async () => {
  const shown = open([], '/shop/orders/5')
  const pending = paymentOf('open')
  network.use(
    reply(getOrder, { ...orderOf('pending', pending), source: 'regular' }),
    reply(payment.createPaymentSecret, { ...secret, payment: pending }),
    reply(payment.confirmInSandbox, { status: 'requires_payment_method', decline_reason: 'insufficient_funds' }),
    reply(payment.refreshPayment, paymentOf('failed', { decline_text: '残高が不足しています。' })),
  )
  await shown.press('お支払いに進む')
  await enterCard(shown, '4000 0000 0000 9995')
  await screen.findByText('残高が不足しています。')
})

test.each(['/shop/orders', '/shop/orders/5'])('%s says that the regular deliveries could not be loaded, and loads them again', async (path) => {
  const { press } = open([], path)
  let isDown = true
  network.use(
    reply(getOrder, { ...orderOf('paid', paymentOf('succeeded')), regular_delivery_id: 7 }),
    reply(listOrders, { items: [], page: 1, next_page: null, total_count: 0 }),
    reply(listRegularDeliveries, () => (isDown ? failure(503, 'unavailable', '混み合っています。') : { items: [] })),
  )
  await screen.findByText('定期便を読み込めませんでした')
  isDown = false
  await press('もう一度読み込む')
  await waitFor(() => expect(screen.queryByText('定期便を読み込めませんでした')).toBeNull())
})

test.each([
  [amounts.total, 'このご注文をキャンセルしますか。お支払い済みの金額はカードに返金されます。'],
  [100, /カードに返金する金額は.100です。残りの金額は、カード会社の手続きによります。$/],
])('before a cancellation after which ¥%s can be refunded, the page says so', async (refundable_amount, question) => {
  const { press } = open([], '/shop/orders/5')
  network.use(reply(getOrder, { ...orderOf('paid', paymentOf('succeeded')), refundable_amount }))
  await press('注文をキャンセルする')
  await screen.findByText(question)
})

test('an order whose new total cannot be calculated cannot be placed with the previous total', async () => {
  const { user } = open([card])
  network.use(reply(cart.calculateCart, ({ is_timed }) => (is_timed ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : amounts)))
  await user.click(await screen.findByRole('radio', { name: '日時指定' }))
  await screen.findByText('ご注文の内容を読み込めませんでした')
  expect(screen.queryByRole('button', { name: '注文を確定する' })).toBe(null)
})
