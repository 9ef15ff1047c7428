import { expect, test } from 'vitest'
import { policyOfPage } from './headers.ts'

const stripe = { secret_key: 'sk_live_1234567890', publishable_key: 'pk_live_1234567890', webhook_secrets: ['whsec_1234567890'] }

test('only the pages where a card is typed allow Stripe, and only with its keys', () => {
  for (const path of ['/shop/checkout', '/en/shop/checkout', '/kr/shop/orders/12', '/settings/payment/'])
    expect(policyOfPage(path, { stripe })).toMatch(
      /script-src 'self' https:\/\/js\.stripe\.com .*connect-src 'self' https:\/\/api\.stripe\.com; frame-src https:\/\/js/,
    )
  for (const path of ['/', '/shop', '/shop/cart', '/shop/orders', '/12/summary', '/shop/checkout/x', '/settings/account'])
    expect(policyOfPage(path, { stripe })).toBeUndefined()
  expect(policyOfPage('/shop/checkout', { stripe: undefined })).toBeUndefined()
})
