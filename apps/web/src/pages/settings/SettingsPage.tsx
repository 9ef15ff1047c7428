import { Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { stripePageLoader } from '../stripe-page-loader.ts'

const pages = new Map([
  ['access', lazyNamed(() => import('./RecordAccessPage.tsx'), 'RecordAccessPage')],
  ['account', lazyNamed(() => import('./AccountSettingsPage.tsx'), 'AccountSettingsPage')],
  ['authorize', lazyNamed(() => import('./AppConsentPage.tsx'), 'AppConsentPage')],
  ['contract', lazyNamed(() => import('./ContractPage.tsx'), 'ContractPage')],
  ['data', lazyNamed(() => import('./DataPage.tsx'), 'DataPage')],
  ['devices', lazyNamed(() => import('./DevicesPage.tsx'), 'DevicesPage')],
  ['line', lazyNamed(() => import('./LinePage.tsx'), 'LinePage')],
  ['notifications', lazyNamed(() => import('./NotificationSettingsPage.tsx'), 'NotificationSettingsPage')],
  ['payment', lazyNamed(() => import('./PaymentSettingsPage.tsx'), 'PaymentSettingsPage')],
  ['profile', lazyNamed(() => import('./ProfilePage.tsx'), 'ProfilePage')],
  ['shares', lazyNamed(() => import('./SharesPage.tsx'), 'SharesPage')],
  ['replies', lazyNamed(() => import('./ReplySettingsPage.tsx'), 'ReplySettingsPage')],
])

export const loader = stripePageLoader

/** The settings, one route for all pages: the entry of the app, which has a size limit, then names one chunk instead of one per page. */
export function SettingsPage() {
  const Page = pages.get(useParams().page ?? '')
  if (!Page) throw new PageError(404)
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <Page />
    </Suspense>
  )
}
