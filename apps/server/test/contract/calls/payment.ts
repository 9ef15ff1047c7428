import { type Call, first, get, none, patch, post, put, remove, type SeparateIds, spare } from './call.ts'
import { contractKeys, paged, under } from './reply.ts'

const buyer = 'cart, purchase'
const payer = 'contracts, payments'
const contractWriter = 'start, change and end contracts'
let year = 2100
/** Each request gets a year of its own, in which the patient has no contract. */
const terms = () => {
  year += 2
  return { plan_id: 1, started_on: `${year}-04-01`, auto_update: true, is_by_card: false }
}
const admin = 'users, facilities, products, coupons, policies, audit log'
const open = 'without signing in'
/** Older than every row: a permitted caller gets 409, and nothing changes. */
const updated_at = '2020-01-01T00:00:00.000Z'
const recipient = {
  recipient_name: '佐伯 恵子',
  phone_number: '',
  address: { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
}

const cardKeys = 'id type brand last4 exp_month exp_year created_at'
const paymentKeys = (at: string) => [
  ...under(at, 'id user_id purpose order_id contract_id amount refunded_amount status decline_reason decline_text card paid_at created_at updated_at'),
  ...under(`${at}card.`, 'brand last4'),
]
const disputeKeys = (at: string) => under(`${at}disputes[].`, 'id status amount due_at')
const summaryKeys = (at: string) => [
  ...under(at, 'id number user_id status total delivery_on delivery_window refunded_amount items source created_at updated_at'),
  ...under(`${at}items[].`, 'id product_id display_name price price_with_tax tax_rate quantity amount'),
]
const addressKeys = (at: string) => under(at, 'zip prefecture city street building')
const orderKeys = [
  ...summaryKeys(''),
  ...under(
    '',
    'subtotal discount coupon delivery_fee taxes recipient_name phone_number address events carrier tracking_number payment disputes failed_refund_amount refundable_amount regular_delivery_id reserved_until may_cancel has_receipt',
  ),
  ...under('coupon.', 'id name display_name'),
  ...under('taxes[].', 'tax_rate amount tax'),
  ...addressKeys('address.'),
  ...under('events[].', 'id kind note amount created_at'),
  ...paymentKeys('payment.'),
  ...disputeKeys(''),
]
const deliveryKeys = [
  ...under(
    'items[].',
    'id user_id every_months status next_on change_until may_change_next after_next_on estimated_total delivery_window items unsold_items recipient_name phone_number address problem created_at updated_at',
  ),
  ...under('items[].items[].', 'product_id display_name quantity price_with_tax'),
  ...under('items[].unsold_items[].', 'product_id display_name quantity'),
  ...addressKeys('items[].address.'),
]
const listOf = (url: string, row: Call['row'], keys: string[], more: Partial<Call> = {}) =>
  get(({ user }: { user: number }) => `${url}?user_id=${user}`, row, 'person', { reply: ['items', ...keys], ...more })

export const paymentCalls: Record<string, Call> = {
  'GET /payment_sources': listOf('/payment_sources', payer, under('items[].', cardKeys)),
  'POST /api/stripe_payments/card_secret': post(
    () => '/api/stripe_payments/card_secret',
    () => ({}),
    buyer,
    'none',
  ),
  'GET /api/stripe_payments': listOf('/api/stripe_payments', payer, [...paged, ...paymentKeys('items[].')]),
  'GET /api/stripe_payments/list': get(() => '/api/stripe_payments/list', payer, 'none', {
    filters: 'status=failed&purpose=contract',
    reply: [...paged, ...paymentKeys('items[].')],
  }),
  'GET /api/shop/orders': listOf('/api/shop/orders', 'read orders', [...paged, ...summaryKeys('items[].')]),
  // refused before anything is bought: only an order of 0 yen needs no card
  'POST /api/shop/purchases': post(
    () => '/api/shop/purchases',
    () => ({ ...recipient, method: 'none' }),
    buyer,
    'none',
    { good: 422 },
  ),
  'GET /api/shop/seller': get(() => '/api/shop/seller', 'without signing in', 'none', {
    reply: under('', 'name representative address phone_number email registration_number'),
  }),
  'GET /api/shop/regular_deliveries': listOf('/api/shop/regular_deliveries', 'read orders', deliveryKeys),
  'GET /api/admin/orders': get(() => '/api/admin/orders', admin, 'none', {
    filters: 'status=paid&q=none',
    reply: [
      ...paged,
      ...summaryKeys('items[].'),
      ...under('items[].', 'failed_refund_amount recipient_name user'),
      ...under('items[].user.', 'id first_name last_name'),
    ],
  }),
  'GET /api/memberships/{user_id}': get(({ user }: { user: number }) => `/api/memberships/${user}`, 'read a record, list patients', 'person', {
    reply: [
      ...under('', 'contract next_contract year quotas next_charge charges'),
      ...contractKeys('contract.'),
      ...contractKeys('next_contract.'),
      ...under('year.', 'from until'),
      ...under('quotas[].', 'part allowed used booked'),
      ...under('next_charge.', 'due_on amount tax discount coupon_name'),
      ...under(
        'charges[].',
        'id contract_id due_on period_until is_renewal amount discount tax status decline_reason decline_text next_try_on ends_on paid_at refunded_amount duplicate_refunded_amount refunding_amount failed_refund_amount disputes',
      ),
      ...disputeKeys('charges[].'),
    ],
  }),
  'GET /api/contract_coupons/valid': get(
    ({ user }) => `/api/contract_coupons/valid?user_id=${user}&plan_id=1&coupon_code=welcome_500`,
    contractWriter,
    'person',
    {
      reply: [
        ...under('', 'coupon subtotal discount total tax'),
        ...under('coupon.', 'id name display_name discount_kind discount_value max_discount min_sum valid_from valid_to product_ids'),
      ],
    },
  ),
  'GET /api/admin/external_orders': get(() => '/api/admin/external_orders', admin, 'none', {
    reply: ['items', ...under('items[].', 'id number email customer_name total item_names item_names[] ordered_at')],
  }),
  'POST /api/admin/external_orders/{id}/assign': post(
    () => `/api/admin/external_orders/${none}/assign`,
    () => ({ user_id: none }),
    admin,
    'none',
    { good: 404 },
  ),
  'POST /api/payment_sandbox/confirmations': post(
    () => '/api/payment_sandbox/confirmations',
    () => ({ client_secret: 'pi_none_secret_none', number: '4242424242424242', exp_month: 12, exp_year: 2034 }),
    buyer,
    'none',
    { good: 404 },
  ),
  'POST /api/payment_sandbox/authentications': post(
    () => '/api/payment_sandbox/authentications',
    () => ({ client_secret: 'pi_none_secret_none', is_approved: true }),
    buyer,
    'none',
    { good: 404 },
  ),
}

/** A call on an order with an old `updated_at`. */
const withOldVersion = (action: string, body: object = {}): Call<SeparateIds> =>
  post(
    ({ orders }) => `/api/admin/orders/${first(orders)}/${action}`,
    () => ({ ...body, updated_at }),
    admin,
    'none',
    { good: 409 },
  )

export const separatePaymentCalls: Record<string, Call<SeparateIds>> = {
  // an unsigned event
  'POST /webhooks/stripe': post(
    () => '/webhooks/stripe',
    () => ({ id: 'evt_1' }),
    open,
    'none',
    { good: 400 },
  ),
  // without a configured secret
  'POST /webhooks/shopify': post(
    () => '/webhooks/shopify',
    () => ({ id: 1 }),
    open,
    'none',
    { good: 404 },
  ),
  // a SetupIntent that nobody has
  'POST /stripe_payments': post(
    () => '/stripe_payments',
    () => ({ setup_intent: 'seti_none' }),
    buyer,
    'none',
    { good: 404 },
  ),
  'DELETE /payment_sources/{id}': remove(({ cards }) => `/payment_sources/${first(cards)}`, buyer),
  // the order is paid already
  'POST /api/stripe_payments/payment_secret': post(
    () => '/api/stripe_payments/payment_secret',
    ({ orders }) => ({ order_id: first(orders) }),
    buyer,
    'person',
    { good: 422 },
  ),
  'GET /api/stripe_payments/{id}': get(({ payment }) => `/api/stripe_payments/${payment}`, payer, 'person', { reply: paymentKeys('') }),
  'PATCH /api/stripe_payments/{id}': patch(
    ({ payment }) => `/api/stripe_payments/${payment}`,
    () => ({}),
    payer,
  ),
  'PATCH /api/contracts/{id}/renewal': patch(
    ({ contract }) => `/api/contracts/${contract}/renewal`,
    () => ({ auto_update: false }),
    payer,
  ),
  'POST /api/contracts': post(
    () => '/api/contracts',
    ({ user }) => ({ user_id: user, ...terms() }),
    contractWriter,
  ),
  'POST /api/contracts/{id}/changes': post(({ futureContracts }) => `/api/contracts/${spare(futureContracts)}/changes`, terms, contractWriter),
  'POST /api/contracts/{id}/end': post(
    ({ contract }) => `/api/contracts/${contract}/end`,
    () => ({ last_on: '2089-03-31' }),
    contractWriter,
    'person',
    { good: 200 },
  ),
  'DELETE /api/contracts/{id}': remove(({ futureContracts }) => `/api/contracts/${spare(futureContracts)}`, contractWriter),
  // the charge is paid already
  'POST /api/contract_charges/{id}/payments': post(
    ({ charge }) => `/api/contract_charges/${charge}/payments`,
    () => ({}),
    buyer,
    'person',
    { good: 422 },
  ),
  // no refund of the charge failed
  'POST /api/contract_charges/{id}/refund_retries': post(
    ({ charge }) => `/api/contract_charges/${charge}/refund_retries`,
    () => ({}),
    admin,
    'none',
    { good: 409 },
  ),
  'GET /api/contract_charges/{id}/receipt': get(({ charge }) => `/api/contract_charges/${charge}/receipt`, payer, 'person', { isFile: true }),
  'GET /api/shop/orders/{id}': get(({ orders }) => `/api/shop/orders/${first(orders)}`, 'read orders', 'person', { reply: orderKeys }),
  'POST /api/shop/orders/{id}/cancel': post(
    ({ orders }) => `/api/shop/orders/${spare(orders)}/cancel`,
    () => ({}),
    buyer,
    'person',
    { good: 200 },
  ),
  'POST /api/shop/orders/{id}/order_again': post(
    ({ orders }) => `/api/shop/orders/${first(orders)}/order_again`,
    () => ({}),
    buyer,
  ),
  'GET /api/shop/orders/{id}/receipt': get(({ orders }) => `/api/shop/orders/${first(orders)}/receipt`, 'read orders', 'person', { isFile: true }),
  'PUT /api/shop/regular_deliveries/{id}': put(
    ({ deliveries }) => `/api/shop/regular_deliveries/${first(deliveries)}`,
    () => ({ status: 'paused' }),
    buyer,
  ),
  // `next_on` is not the day of the next delivery
  'POST /api/shop/regular_deliveries/{id}/skip': post(
    ({ deliveries }) => `/api/shop/regular_deliveries/${first(deliveries)}/skip`,
    () => ({ next_on: '2020-01-01' }),
    buyer,
    'person',
    { good: 409 },
  ),
  'POST /api/admin/orders/{id}/ship': withOldVersion('ship'),
  'POST /api/admin/orders/{id}/deliver': withOldVersion('deliver'),
  'POST /api/admin/orders/{id}/cancel': withOldVersion('cancel', { note: '在庫なし' }),
  'POST /api/admin/orders/{id}/refund': withOldVersion('refund', { note: '破損' }),
}
