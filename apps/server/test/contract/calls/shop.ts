import { type Call, catalogue, first, get, type Ids, nextOf, post, put, remove, type SeparateIds, spare } from './call.ts'
import { categoryKeys, person, under } from './reply.ts'

/** Products of the reference data. */
const productIds = Array.from({ length: 30 }, (_, at) => at + 1)
/** Products for which these tests have added no recommendation yet. */
const freeProducts = productIds.slice(15)

export const productKeys = (at: string) => [
  ...under(
    at,
    'id name name_ja display_name category_id category description reason price price_with_tax tax_rate stock images images[] is_active sort_number',
  ),
  ...under(`${at}category.`, 'id name name_ja display_name sort_number'),
]
const couponKeys = (at: string) =>
  under(at, 'id name display_name discount_kind discount_value max_discount min_sum valid_from valid_to product_ids product_ids[]')

const buyer = 'cart, purchase'

export const shopCalls: Record<string, Call> = {
  'GET /api/shop/products': catalogue('/api/shop/products', { filters: 'include[]=category&q=none', reply: ['items', ...productKeys('items[].')] }),
  'GET /api/shop/products/{id}': catalogue('/api/shop/products/1', { reply: productKeys('') }),
  'POST /api/shop/carts': post(
    () => '/api/shop/carts',
    () => ({}),
    buyer,
    'none',
  ),
  'GET /api/shop/cart_items': get(({ user }) => `/api/shop/cart_items?user_id=${user}&include=product`, 'read orders', 'person', {
    reply: [...under('items[].', 'id user_id cart_id product_id quantity recommendation_id created_at updated_at'), ...productKeys('items[].product.')],
  }),
  'POST /api/shop/cart_items': post(
    () => '/api/shop/cart_items',
    () => ({ product_id: nextOf(productIds), quantity: 1 }),
    buyer,
    'none',
  ),
  'PUT /api/shop/cart_items/{id}': put(
    ({ cartItems }) => `/api/shop/cart_items/${first(cartItems)}`,
    () => ({ quantity: 3 }),
    buyer,
  ),
  'DELETE /api/shop/cart_items/{id}': remove(({ cartItems }) => `/api/shop/cart_items/${spare(cartItems)}`, buyer),
  'POST /api/shop/cart_items/bulk': post(
    () => '/api/shop/cart_items/bulk',
    () => ({ items: [{ product_id: nextOf(productIds), quantity: 2 }, { product_id: 2 }] }),
    buyer,
    'none',
  ),
  'POST /api/shop/cart_items/create_from_recommendations': post(
    () => '/api/shop/cart_items/create_from_recommendations',
    () => ({}),
    buyer,
    'none',
  ),
  'GET /api/shop/carts/delivery_rule': catalogue('/api/shop/carts/delivery_rule', { reply: under('', 'fee timed_fee tax_rate free_from') }),
  'GET /api/shop/cart_calculations': get(({ user }) => `/api/shop/cart_calculations?user_id=${user}`, 'read orders', 'person', {
    filters: 'coupon_code=none&is_timed=true',
    reply: [
      ...under('', 'lines subtotal discount delivery_fee delivery missing_for_free_delivery taxes total coupon coupon_refusal'),
      ...under('delivery.', 'earliest_on latest_on fee timed_fee'),
      ...under('lines[].', 'product_id quantity price_with_tax amount tax_rate'),
      ...under('taxes[].', 'tax_rate amount tax'),
      ...couponKeys('coupon.'),
      ...under('coupon_refusal.', 'reason text missing valid_from valid_to'),
    ],
  }),
  'GET /api/shop/recommendations': get(
    ({ user }) => `/api/shop/recommendations?patient_id=${user}&include=product,findings`,
    'read recommendations',
    'person',
    {
      reply: [
        ...under('items[].', 'id patient_id product_id reason values recommender findings declined_at declined_words earlier_declines created_at updated_at'),
        ...under('items[].earlier_declines[].', 'declined_at declined_words'),
        ...under('items[].values[].', 'test_result_id category value comparator recorded_at'),
        ...categoryKeys('items[].values[].category.'),
        ...under('items[].findings[].', 'kind record_id level effect hours allergens name'),
        ...under('items[].recommender.', person),
        ...productKeys('items[].product.'),
      ],
    },
  ),
  'GET /api/shop/product_checks': get(({ user }) => `/api/shop/product_checks?patient_id=${user}`, 'write recommendations', 'person', {
    reply: [
      ...under('', 'records items'),
      ...under('records[].', 'kind record_id name detail'),
      ...under('items[].', 'product_id is_known needs_doctor findings'),
      ...under('items[].findings[].', 'kind record_id level effect hours allergens'),
    ],
  }),
  'GET /api/shop/passed_products': get(({ user }) => `/api/shop/passed_products?patient_id=${user}&include=product`, 'write recommendations', 'person', {
    reply: [
      ...under('items[].', 'id patient_id product_id reason passed_by created_at updated_at'),
      ...under('items[].passed_by.', person),
      ...productKeys('items[].product.'),
    ],
  }),
  'POST /api/shop/passed_products': post(
    () => '/api/shop/passed_products',
    ({ user }: Ids) => ({ patient_id: user, product_id: nextOf(productIds), reason: '服用中の薬と間隔を取りにくいため' }),
    'write recommendations',
  ),
  'PUT /api/shop/passed_products/{id}': put(
    ({ passedProducts }) => `/api/shop/passed_products/${first(passedProducts)}`,
    () => ({ reason: '同じ成分をすでに使っているため' }),
    'write recommendations',
  ),
  'DELETE /api/shop/passed_products/{id}': remove(({ passedProducts }) => `/api/shop/passed_products/${spare(passedProducts)}`, 'write recommendations'),
  'PUT /api/shop/recommendations/{id}/declined': put(
    ({ recommendations }) => `/api/shop/recommendations/${first(recommendations)}/declined`,
    () => ({ words: '今あるものを使い切ってから考えます。' }),
    buyer,
  ),
  'DELETE /api/shop/recommendations/{id}/declined': remove(
    ({ recommendations }) => `/api/shop/recommendations/${first(recommendations)}/declined`,
    buyer,
    'person',
    { good: 200 },
  ),
  'POST /api/shop/recommendations': post(
    () => '/api/shop/recommendations',
    ({ user }: Ids) => ({ patient_id: user, product_id: nextOf(freeProducts), reason: '食事だけでは足りないため' }),
    'write recommendations',
  ),
  'PUT /api/shop/recommendations/{id}': put(
    ({ recommendations }) => `/api/shop/recommendations/${first(recommendations)}`,
    () => ({ reason: '前回の検査で少なかったため' }),
    'write recommendations',
  ),
  'DELETE /api/shop/recommendations/{id}': remove(({ recommendations }) => `/api/shop/recommendations/${spare(recommendations)}`, 'write recommendations'),
}

/** With a code that no coupon has: which codes are valid depends on the day. */
export const separateShopCalls: Record<string, Call<SeparateIds>> = {
  'GET /api/shop/coupons/valid': get(() => '/api/shop/coupons/valid?coupon_code=none', buyer, 'none', {
    good: 422,
    reply: ['coupon', ...couponKeys('coupon.'), 'discount'],
  }),
}
