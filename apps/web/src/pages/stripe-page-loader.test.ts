import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formDraftOf, saveFormDraft } from '../api/form-drafts.ts'
import { askBeforeUnload } from '../api/unsent/ask-before-unload.ts'
import { stripePageLoader } from './stripe-page-loader.ts'

const visit = (path: string, opened: string) => {
  const url = (page: string) => `https://sukoyaka.example.com${page}`
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: url(opened) }] as PerformanceEntry[])
  return stripePageLoader({ request: new Request(url(path)) })
}

test('a page with Stripe’s element is opened by a full page load, unless the open document already allows Stripe', () => {
  for (const path of ['/shop/checkout?coupon=welcome_500', '/en/settings/contract', '/shop/orders/12']) {
    const response = visit(path, '/shop')
    expect([response?.headers.get('location'), response?.headers.get('x-remix-reload-document')]).toEqual([`https://sukoyaka.example.com${path}`, 'true'])
    expect(visit(path, '/settings/payment')).toBeNull()
  }
  for (const path of ['/shop', '/shop/cart', '/settings/profile', '/shop/orders']) expect(visit(path, '/shop')).toBeNull()
})

const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
const unsaved = { values: { street: '南青山2-14-8' }, base: { street: '' } }

test('the browser does not ask before a page with Stripe’s element takes the drafts along, and asks again when it is back', () => {
  saveFormDraft(7, 'shop/recipient', unsaved)
  askBeforeUnload(7)
  expect(isAsked()).toBe(true)
  visit('/shop/checkout', '/shop')
  expect(isAsked()).toBe(false)
  dispatchEvent(new Event('pageshow'))
  expect(isAsked()).toBe(true)
  expect(formDraftOf(7, 'shop/recipient')).toEqual(unsaved)
  visit('/shop/checkout', '/shop')
  saveFormDraft(7, 'shop/recipient', { ...unsaved, values: { street: '南青山3' } })
  expect(isAsked()).toBe(true)
})

test('form drafts are restored for their user after the document was loaded, and none is left in sessionStorage', async () => {
  saveFormDraft(7, 'shop/recipient', unsaved)
  visit('/shop/checkout', '/shop')
  expect(isAsked()).toBe(false)
  vi.resetModules()
  const { stripePageLoader: loaderAfterLoad } = await import('./stripe-page-loader.ts')
  const afterLoad = await import('../api/form-drafts.ts')
  expect(afterLoad.formDraftOf(7, 'shop/recipient')).toBeUndefined()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: 'https://sukoyaka.example.com/shop/checkout' }] as PerformanceEntry[])
  expect(loaderAfterLoad({ request: new Request('https://sukoyaka.example.com/shop/checkout') })).toBeNull()
  expect(afterLoad.formDraftOf(7, 'shop/recipient')).toEqual(unsaved)
  await waitFor(() => expect(isAsked()).toBe(true))
  expect(afterLoad.formDraftOf(8, 'shop/recipient')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})
