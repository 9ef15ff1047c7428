import { Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const AdminPage = lazyNamed(() => import('./AdminPage.tsx'), 'AdminPage')
const RecordsPage = lazyNamed(() => import('./records/RecordsPage.tsx'), 'RecordsPage')
const pages = new Map([
  ['audit', lazyNamed(() => import('./audit/AuditPage.tsx'), 'AuditPage')],
  ['merge', lazyNamed(() => import('./merge/MergePage.tsx'), 'MergePage')],
  ['orders', lazyNamed(() => import('./orders/OrdersAdminPage.tsx'), 'OrdersAdminPage')],
  ['system', lazyNamed(() => import('./system/SystemPage.tsx'), 'SystemPage')],
])

/** The pages of the administration, one route for all: see `SettingsPage`. */
export function AdminSection() {
  const { table } = useParams()
  const Page = table === undefined ? AdminPage : (pages.get(table) ?? RecordsPage)
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <Page />
    </Suspense>
  )
}
