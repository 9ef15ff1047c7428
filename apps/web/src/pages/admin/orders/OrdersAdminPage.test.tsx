import { getUser, listUsers } from '@sukoyaka/wire/people/account'
import { getOrder, type Order } from '@sukoyaka/wire/people/order'
import { assignExternalOrder, listAllOrders, listExternalOrders, type OrderRow, refundOrder, shipOrder } from '@sukoyaka/wire/people/order-admin'
import { listProducts } from '@sukoyaka/wire/people/product'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paged, pageOf } from '../../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { OrdersAdminPage } from './OrdersAdminPage.tsx'

setUpNetwork()
const at = '2026-11-20T01:00:00Z'
const item = { id: 1, product_id: 1, display_name: 'ビタミンD3', price: 1480, price_with_tax: 1598, tax_rate: 8, quantity: 1, amount: 1598 } as const
const summary = {
  id: 5,
  number: 'SK-20261120-5',
  user_id: 1,
  total: 2258,
  delivery_on: '2026-11-28',
  delivery_window: '14_16',
  refunded_amount: 0,
  items: [item],
  source: 'web',
  created_at: at,
  updated_at: at,
} as const
const row: OrderRow = {
  ...summary,
  items: [item],
  status: 'paid',
  failed_refund_amount: 0,
  recipient_name: '佐伯 恵子',
  user: { id: 1, last_name: '佐伯', first_name: '恵子' },
}
const order = {
  ...summary,
  status: 'paid',
  subtotal: 1598,
  discount: 0,
  coupon: null,
  delivery_fee: 660,
  taxes: [],
  recipient_name: '佐伯 恵子',
  phone_number: '09000001234',
  address: { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
  events: [],
  carrier: '',
  tracking_number: '',
  payment: { id: 8, status: 'succeeded', amount: 2258, refunded_amount: 0 },
  may_cancel: true,
} as unknown as Order

test('an order is shipped with its tracking number; a refund needs a reason', async () => {
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(listAllOrders, paged([row])),
    reply(listProducts, { items: [] }),
    reply(getOrder, order),
    reply(shipOrder, order),
    reply(refundOrder, order),
  )
  const { user, press } = show('admin', <OrdersAdminPage />)
  await screen.findByRole('cell', { name: '2026.11.28（土） 14時〜16時' })
  await press('SK-20261120-5')
  await press('発送済みにする')
  await user.type(await screen.findByLabelText('お問い合わせ番号'), '4021-5583')
  await press('発送済みにする')
  await screen.findByText('発送済みにしました')
  expect(sent(shipOrder)).toEqual([{ id: 5, carrier: '', tracking_number: '4021-5583', updated_at: at }])
  await press('返金する')
  const dialog = await screen.findByRole('dialog', { name: '返金' })
  const amount = within(dialog).getByLabelText(/返金額/)
  await user.clear(amount)
  await user.type(amount, '2259')
  await press('返金する')
  await within(dialog).findByText('理由を入力してください。')
  expect(sent(refundOrder)).toEqual([])
  await user.clear(amount)
  // full-width digits, as an IME types them
  await user.type(amount, '５００')
  await user.type(within(dialog).getByLabelText(/理由/), '1点が届かなかったため')
  await press('返金する')
  await screen.findByText('返金の手続きを始めました')
  expect(sent(refundOrder)).toEqual([{ id: 5, note: '1点が届かなかったため', amount: 500, updated_at: at }])
})

test('the proposed refund leaves out what was refunded before, and an order of another shop cannot be cancelled here', async () => {
  const payment = { id: 8, status: 'succeeded', amount: 2258, refunded_amount: 2000 }
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(listAllOrders, paged([row])),
    reply(listProducts, { items: [] }),
    reply(getOrder, { ...order, source: 'shopify', may_cancel: false, payment } as Order),
  )
  const { press } = show('admin', <OrdersAdminPage />)
  await press('SK-20261120-5')
  await press('返金する')
  const dialog = await screen.findByRole('dialog', { name: '返金' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/返金額/).value).toBe('258')
  await press('キャンセル')
  await screen.findByRole('button', { name: '発送済みにする' })
  expect(screen.queryByRole('button', { name: 'キャンセルする' })).toBeNull()
})

test('the list and the details of a cancelled order show a failed refund, the details with its amount, which can be refunded again', async () => {
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(
      listAllOrders,
      paged([
        { ...row, status: 'cancelled', failed_refund_amount: 500 },
        { ...row, id: 6, number: 'SK-20261120-6' },
      ]),
    ),
    reply(listProducts, { items: [] }),
    reply(getOrder, { ...order, status: 'cancelled', may_cancel: false, failed_refund_amount: 500 }),
  )
  const { press } = show('admin', <OrdersAdminPage />)
  await screen.findByText('返金できず')
  expect(within(screen.getByRole('row', { name: /SK-20261120-5/ })).getByText('返金できず')).toBeTruthy()
  await press('SK-20261120-5')
  expect((await screen.findByRole('alert')).textContent).toContain('¥500の返金ができませんでした')
  await press('返金する')
  expect(within(await screen.findByRole('dialog', { name: '返金' })).getByLabelText<HTMLInputElement>(/返金額/).value).toBe('2258')
})

test('the details of an order show each of its disputes with what it means', async () => {
  const disputes = (['inquiry', 'needs_response', 'under_review', 'lost', 'won'] as const).map((status, at) => ({
    ...{ id: at + 1, status, amount: 100 * (at + 1) },
    due_at: at < 2 ? '2026-11-30T15:00:00Z' : null,
  }))
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(listAllOrders, paged([row])),
    reply(listProducts, { items: [] }),
    reply(getOrder, { ...order, disputes } as Order),
  )
  const { press } = show('admin', <OrdersAdminPage />)
  await press('SK-20261120-5')
  const texts = within(await screen.findByRole('list', { name: '異議申立て（チャージバック）' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringMatching(/¥100.*まだ引き落とされていません.*2026\.12\.01 00:00までに.*全額を返金/),
    expect.stringMatching(/¥200.*決着するまで返金しないで.*2026\.12\.01 00:00までに/),
    expect.stringMatching(/¥300.*審査しています/),
    expect.stringMatching(/¥400がカードに戻されました.*返金は行われていません/),
    expect.stringMatching(/¥500.*これ以上の引き落としなく終了しました/),
  ])
  expect(screen.queryByRole('button', { name: '返金する' })).toBeNull()
})

test('the proposed refund leaves out what a lost dispute took back', async () => {
  const disputes: Order['disputes'] = [{ id: 1, status: 'lost', amount: 700, due_at: null }]
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(listAllOrders, paged([row])),
    reply(listProducts, { items: [] }),
    reply(getOrder, { ...order, disputes } as Order),
  )
  const { press } = show('admin', <OrdersAdminPage />)
  await press('SK-20261120-5')
  await press('返金する')
  const dialog = within(await screen.findByRole('dialog', { name: '返金' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/返金額/).value).toBe(String(order.total - 700))
  expect(dialog.getByText(/¥700がカードに戻されました/)).toBeTruthy()
})

test('the reading and birthday of a patient are shown before an order of an unknown customer is assigned to the patient', async () => {
  const waiting = { id: 3, number: '#1009', email: 'hana@example.net', customer_name: '佐伯 恵子', total: 3200, item_names: ['プロテイン'], ordered_at: at }
  const patient = {
    id: 1,
    last_name: '佐伯',
    first_name: '恵子',
    last_name_kana: 'サエキ',
    first_name_kana: 'ケイコ',
    role: 'patient',
    email: 'saeki@example.com',
    birthday: '1968-04-12',
  }
  network.use(
    reply(listExternalOrders, { items: [waiting] }),
    reply(listAllOrders, paged([])),
    // reduced to what the dialog needs
    reply(listUsers, paged([patient]) as never),
    reply(getUser, patient as never),
    reply(assignExternalOrder, order),
  )
  const { user, press } = show('admin', <OrdersAdminPage />)
  await press('#1009の患者を選ぶ')
  await press('この患者の注文にする')
  await screen.findByText('患者を選んでください。')
  await user.type(screen.getByRole('combobox', { name: /患者/ }), '佐伯')
  await user.click(await screen.findByRole('option', { name: /さえき けいこ/ }))
  const shown = await screen.findByRole('region', { name: 'ご本人かお確かめください' })
  within(shown).getByText('さえき けいこ')
  within(shown).getByText(/1968/)
  expect(sent(assignExternalOrder)).toEqual([])
  await press('この患者の注文にする')
  await screen.findByText('患者の注文にしました')
  expect(sent(assignExternalOrder)).toEqual([{ id: 3, user_id: 1 }])
})

test('a page number beyond the last page shows the last page', async () => {
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(listAllOrders, ({ page }) => ({ ...pageOf([[row]], page), total_count: 1 })),
  )
  show('admin', <OrdersAdminPage />, { path: '/admin/orders?page=4' })
  await screen.findByRole('button', { name: 'SK-20261120-5' })
  expect(sent(listAllOrders).map(({ page }) => page)).toEqual([4, 1])
})

test('a search that fails shows the error instead of the orders of the previous search', async () => {
  network.use(
    reply(listExternalOrders, { items: [] }),
    reply(listAllOrders, ({ q }) => (q ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : paged([row]))),
  )
  const { user } = show('admin', <OrdersAdminPage />)
  await screen.findByText('SK-20261120-5')
  await user.type(screen.getByRole('searchbox'), '佐伯')
  await screen.findByRole('button', { name: 'もう一度読み込む' })
  expect(screen.queryByText('SK-20261120-5')).toBeNull()
})
