import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import * as cart from '@sukoyaka/wire/people/cart'
import { listOrders } from '@sukoyaka/wire/people/order'
import { getProduct, listProducts } from '@sukoyaka/wire/people/product'
import type { NamedFinding } from '@sukoyaka/wire/people/product-check'
import { listRecommendations } from '@sukoyaka/wire/people/recommendation'
import { screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { room } from '../../domains/message/test-data.ts'
import { paged } from '../../test/data/paged.ts'
import { amountsOf, cartItem, kits, product, recommendation } from '../../test/data/shop.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ShopPage } from './ShopPage.tsx'

setUpNetwork()

const vitamin = product(1, 'ビタミンD3')
const kit = product(2, '脂質キット', { category: kits, category_id: kits.id, tax_rate: 10, price: 6800, price_with_tax: 7480 })
const soldOut = product(3, '体組成計', { stock: 0 })
const rule: cart.DeliveryRule = { fee: 660, timed_fee: 880, tax_rate: 10, free_from: 10_000 }

/** A server with a cart that the calls change. */
const serveShop = (items: cart.CartItem[] = []) => {
  network.use(
    reply(listProducts, ({ q }) => ({ items: q ? [kit] : [vitamin, kit, soldOut] })),
    reply(getProduct, vitamin),
    reply(listRecommendations, { items: [recommendation(5, kit, 'LDLが高めのため')] }),
    reply(cart.getDeliveryRule, rule),
    reply(listMessageRooms, paged([])),
    reply(listOrders, paged([])),
    reply(cart.listCartItems, () => ({ items: [...items] })),
    reply(cart.calculateCart, ({ coupon_code }) => amountsOf(items, coupon_code ? { discount: 500, coupon } : {})),
    reply(cart.addCartItem, ({ product_id, quantity }) => {
      items.push(cartItem(20 + product_id, product_id === 1 ? vitamin : kit, quantity))
      return items.at(-1)!
    }),
    reply(cart.addRecommended, () => {
      items.push(cartItem(30, kit, 1, { recommendation_id: 5 }))
      return { items: [items.at(-1)!] }
    }),
    reply(cart.changeCartItem, ({ id, quantity }) => {
      const at = items.findIndex((item) => item.id === id)
      items[at] = { ...items[at]!, quantity }
      return items[at]
    }),
    reply(cart.removeCartItem, ({ id }) => {
      items.splice(
        items.findIndex((item) => item.id === id),
        1,
      )
      return null
    }),
  )
}
const coupon: cart.Coupon = {
  id: 1,
  name: 'welcome_500',
  display_name: '500円引き',
  discount_kind: 'fixed',
  discount_value: 500,
  max_discount: null,
  min_sum: 2000,
  valid_from: null,
  valid_to: '2027-12-31',
  product_ids: [],
}
const Back = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      back
    </button>
  )
}
const open = (path: string) =>
  show(
    'patient',
    <>
      <Link to="/shop">the shop</Link>
      <Back />
      <Routes>
        <Route path="/shop/:page?/:id?" element={<ShopPage />} />
      </Routes>
    </>,
    { path },
  )
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('products that the team recommends come first, with the reason; a product is added to the cart, and a search finds products', async () => {
  serveShop()
  const { user, press } = open('/shop')
  await screen.findByText('岡田 由紀のおすすめ')
  expect(names()).toEqual(['脂質キット', 'ビタミンD3', '体組成計'])
  expect(screen.getByText('LDLが高めのため')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '品切れ' }).disabled).toBe(true)
  await press('ビタミンD3をカートに追加')
  await screen.findByRole('button', { name: 'ビタミンD3は追加済みです。カートを見る' })
  expect(sent(cart.addCartItem)).toEqual([{ product_id: 1, quantity: 1 }])
  await user.type(screen.getByRole('searchbox'), 'キット')
  await waitFor(() => expect(names()).toEqual(['脂質キット']))
})

test('a recommended product with a caution says so and leads to the product instead of the cart', async () => {
  serveShop()
  const allergy: NamedFinding = { kind: 'allergy', record_id: 6, level: 'allergen', effect: 'allergen', hours: null, allergens: ['gelatin'], name: 'ゼラチン' }
  const items = [recommendation(5, vitamin, 'ビタミンDが少ないため', { findings: [allergy] })]
  network.use(reply(listRecommendations, { items }))
  open('/shop')
  await screen.findByText('アレルギーとの関係をご確認ください')
  expect(screen.getByRole('link', { name: 'ビタミンD3の注意を確認する' }).getAttribute('href')).toBe('/shop/products/1')
  expect(screen.queryByRole('button', { name: 'ビタミンD3をカートに追加' })).toBeNull()
  expect(screen.getByRole('button', { name: '脂質キットをカートに追加' })).toBeTruthy()
})

test('the search field and the list follow the URL: after a link, after Back, and while the cart is open', async () => {
  serveShop()
  const { user, press } = open('/shop?q=キット')
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  const shows = async (text: string, ...products: string[]) => {
    await waitFor(() => expect([field.value, names().filter((name) => !name?.startsWith('カート'))]).toEqual([text, products]))
  }
  await shows('キット', '脂質キット')
  await user.click(screen.getByRole('link', { name: 'the shop' }))
  await shows('', '脂質キット', 'ビタミンD3', '体組成計')
  const category = () => screen.getByRole('link', { name: kits.display_name })
  await user.click(category())
  await user.type(field, 'キット')
  // open the cart before the typed text is in the URL
  await user.click(screen.getByRole('link', { name: /^カート/ }))
  await press('閉じる')
  await shows('キット', '脂質キット')
  expect(category().getAttribute('aria-current')).toBe('true')
  await press('back')
  await shows('キット', '脂質キット')
  await press('back')
  await shows('キット', '脂質キット')
  await press('back')
  await shows('', '脂質キット', 'ビタミンD3', '体組成計')
})

test('a patient without chat is asked to consult a doctor and can ask the seller by phone', async () => {
  serveShop()
  network.use(reply(listMessageRooms, paged([room(1, '佐伯', { chat: false })])))
  open('/shop/products/1')
  expect((await screen.findByRole('link', { name: 'お電話で問い合わせる' })).getAttribute('href')).toBe('/seller')
  expect(screen.getByText(/医師または薬剤師にご相談ください。$/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'チャットで相談する' })).toBeNull()
})

test('when a search without hits is cleared, the page does not say that there are no products', async () => {
  serveShop()
  network.use(reply(listProducts, ({ q }) => ({ items: q ? [] : [kit] })))
  const { user } = open('/shop?q=zz')
  await screen.findByText('商品が見つかりませんでした')
  await user.clear(screen.getByRole('searchbox'))
  expect(screen.queryByText('販売中の商品はまだありません')).toBeNull()
  await waitFor(() => expect(names()).toEqual(['脂質キット']))
})

test('in the cart, a quantity is changed, a product is removed and restored, and the amounts are those that the server calculates', async () => {
  serveShop([cartItem(11, vitamin), cartItem(12, kit, 3, { recommendation_id: 5 })])
  const { user, press } = open('/shop/cart')
  const group = await screen.findByRole('group', { name: 'ビタミンD3の数量' })
  await user.dblClick(within(group).getByRole('button', { name: '増やす' }))
  await waitFor(() => expect(sent(cart.changeCartItem).at(-1)).toEqual({ id: 11, quantity: 3 }))
  await screen.findByText('¥27,894')
  expect(screen.getByText('送料無料です')).toBeTruthy()
  await press('脂質キットをカートから外す')
  await screen.findByText('¥5,454')
  expect(await screen.findByText(/で送料無料です/)).toHaveProperty('textContent', 'あと ¥5,206 で送料無料です')
  await press('元に戻す')
  await screen.findByText('カートに戻しました')
  expect(sent(cart.addRecommended)).toEqual([{ recommendation_ids: [5] }])
  expect(sent(cart.addCartItem)).toEqual([{ product_id: 2, quantity: 2 }])
})

test('a quantity that is changed back before the cart is loaded again is saved', async () => {
  serveShop([cartItem(11, vitamin, 2)])
  const { user } = open('/shop/cart')
  const group = within(await screen.findByRole('group', { name: 'ビタミンD3の数量' }))
  const slowCart = Promise.withResolvers<{ items: cart.CartItem[] }>()
  network.use(reply(cart.listCartItems, () => slowCart.promise))
  await user.click(group.getByRole('button', { name: '増やす' }))
  await waitFor(() => expect(sent(cart.listCartItems)).toHaveLength(2))
  await user.click(group.getByRole('button', { name: '減らす' }))
  await waitFor(() => expect(sent(cart.changeCartItem).at(-1)).toEqual({ id: 11, quantity: 2 }))
  slowCart.resolve({ items: [cartItem(11, vitamin, 2)] })
})

test('the page says why a coupon is refused; an accepted coupon reduces the total and can be removed', async () => {
  serveShop([cartItem(11, vitamin)])
  network.use(
    reply(cart.checkCoupon, () => failure(422, 'coupon_minimum_not_reached', 'このクーポンは、あと402円で使えます（対象商品の税込合計）。'), { once: true }),
    reply(cart.checkCoupon, { coupon, discount: 500 }),
  )
  const { user, press } = open('/shop/cart')
  const field = await screen.findByLabelText('クーポンコード')
  await press('使う')
  await screen.findByText('クーポンコードを入力してください。')
  await user.type(field, 'welcome_500')
  await press('使う')
  await screen.findByText('このクーポンは、あと402円で使えます（対象商品の税込合計）。')
  expect(screen.queryByText('−¥500')).toBeNull()
  await press('使う')
  await screen.findByText('−¥500')
  expect(sent(cart.checkCoupon).at(-1)).toEqual({ coupon_code: 'welcome_500' })
  expect(screen.getByRole('link', { name: 'レジに進む' }).getAttribute('href')).toBe('/shop/checkout?coupon=welcome_500')
  await press('クーポン welcome_500 を外す')
  await screen.findByLabelText('クーポンコード')
  await waitFor(() => expect(screen.queryByText('−¥500')).toBeNull())
})

test('a product page adds several units', async () => {
  serveShop()
  const { user, press } = open('/shop/products/1')
  await screen.findByRole('heading', { level: 1, name: 'ビタミンD3' })
  await press('増やす')
  await user.click(screen.getByRole('button', { name: 'カートに入れる' }))
  await screen.findByText(/カートに2点入っています/)
  expect(sent(cart.addCartItem)).toEqual([{ product_id: 1, quantity: 2 }])
})

test('a search that fails shows an error instead of the products shown before', async () => {
  serveShop()
  network.use(reply(listProducts, ({ q }) => (q ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : { items: [vitamin] })))
  const { user } = open('/shop')
  await waitFor(() => expect(names()).toEqual(['ビタミンD3']))
  await user.type(screen.getByRole('searchbox'), 'キット')
  await screen.findByText('商品を読み込めませんでした')
  expect(screen.queryByText('ビタミンD3')).toBe(null)
})

test('if the total cannot be calculated, there is no link to the checkout, but a button that loads the total again', async () => {
  serveShop([cartItem(11, vitamin)])
  network.use(
    reply(cart.checkCoupon, { coupon, discount: 500 }),
    reply(cart.calculateCart, ({ coupon_code }) =>
      coupon_code ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : amountsOf([cartItem(11, vitamin)]),
    ),
  )
  const { user, press } = open('/shop/cart')
  await user.type(await screen.findByLabelText('クーポンコード'), 'welcome_500')
  await press('使う')
  await screen.findByText('合計金額を計算できませんでした')
  expect(screen.queryByRole('link', { name: 'レジに進む' })).toBe(null)
  network.use(reply(cart.calculateCart, amountsOf([cartItem(11, vitamin)], { discount: 500, coupon })))
  await press('もう一度読み込む')
  await screen.findByText('−¥500')
  expect(screen.getByRole('link', { name: 'レジに進む' })).toBeTruthy()
})
