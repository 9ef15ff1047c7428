import { fullName } from '@sukoyaka/rules/person'
import { orderStatuses } from '@sukoyaka/wire/people/order'
import type { OrderRow } from '@sukoyaka/wire/people/order-admin'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { useDeliveryWords } from '../../../domains/shop/order/use-delivery-words.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { FilterSelect } from '../../../ui/layout/FilterBar.tsx'
import { withPreviousPage } from '../../../ui/loading/previous-page.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../../ui/loading/use-existing-page.ts'
import { PageError } from '../../../ui/page/page-error.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import { yen } from '../../../ui/text/yen.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import page from '../records/RecordsPage.module.css'
import table from '../records/RecordTable.module.css'
import { OrderDrawer } from './OrderDrawer.tsx'
import classes from './Orders.module.css'
import { useListAllOrdersQuery } from './orders-api.ts'
import { UnassignedOrders } from './UnassignedOrders.tsx'

const columns = ['number', 'ordered', 'person', 'items', 'delivery', 'total', 'status'] as const

/** Orders of all patients. Paid orders wait to be shipped. */
export function OrdersAdminPage() {
  const me = useAppSelector(selectMe)
  if (me?.role !== 'admin') throw new PageError(404)
  return <Orders />
}

/** Page, status filter and the open order, which are stored in the URL. */
const useOrderParams = () => {
  const [params, setParams] = useSearchParams()
  const put = (change: Record<string, string>, options?: { replace: boolean }) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, options)
  return {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    status: orderStatuses.find((status) => status === params.get('status')),
    openId: Number(params.get('id')) || undefined,
    put,
  }
}

function Orders() {
  const { t } = useTranslation(['order_admin', 'order'])
  const { page: at, status, openId, put } = useOrderParams()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const list = useListAllOrdersQuery({ page: at, ...(q && { q }), ...(status && { status }) })
  const { currentData } = list
  const query = useExistingPage(withPreviousPage(list), at, (last) => put({ page: String(last) }, { replace: true }))
  usePageTitle(t('order_admin:title'))
  return (
    <div className={page.page}>
      <AdminTabs />
      <header className={page.head}>
        <h1>{t('order_admin:title')}</h1>
        <span className={page.count} role="status">
          {currentData ? t('order_admin:count', { count: currentData.total_count }) : ''}
        </span>
      </header>
      <UnassignedOrders />
      <section className={page.sheet} aria-label={t('order_admin:title')}>
        <div className={page.bar}>
          <div className={page.search}>
            <SearchInput
              label={t('order_admin:search')}
              value={typed}
              onChange={(next) => {
                setTyped(next)
                put({ page: '' })
              }}
            />
          </div>
          <FilterSelect label={t('order_admin:status')} value={status ?? ''} onChange={(value) => put({ status: value, page: '' })}>
            <option value="">{t('order_admin:all')}</option>
            {orderStatuses.map((value) => (
              <option key={value} value={value}>
                {t(`order_admin:state.${value}`)}
              </option>
            ))}
          </FilterSelect>
        </div>
        <div className={page.rows}>
          <QueryView
            query={query}
            error={t('order:orders.error')}
            empty={<Empty title={t('order_admin:none')} />}
            skeleton={<SkeletonRows count={8} height={48} />}
          >
            {({ items, next_page }) => (
              <>
                <OrderTable items={items} onOpen={(id) => put({ id: String(id) })} />
                <nav className={classes.pages} aria-label={t('order:orders.pages')}>
                  {at > 1 ? <Button onClick={() => put({ page: String(at - 1) })}>{t('order:orders.before')}</Button> : null}
                  {next_page ? <Button onClick={() => put({ page: String(next_page) })}>{t('order:orders.next')}</Button> : null}
                </nav>
              </>
            )}
          </QueryView>
        </div>
      </section>
      <Suspense>{openId ? <OrderDrawer key={openId} id={openId} onClose={() => put({ id: '' })} /> : null}</Suspense>
    </div>
  )
}

function OrderTable({ items, onOpen }: { items: readonly OrderRow[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation('order_admin')
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={name === 'total' ? table.right : undefined}>
              {t(`column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <Row key={row.id} row={row} onOpen={() => onOpen(row.id)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row: { number, created_at, user, items, total, status, failed_refund_amount, ...delivery }, onOpen }: { row: OrderRow; onOpen: () => void }) {
  const { t } = useTranslation(['order_admin', 'order'])
  const language = useLanguage()
  const [first, ...others] = items
  const name = first?.display_name ?? ''
  const deliveryOf = useDeliveryWords()
  return (
    <tr>
      <td>
        <button type="button" className={classes.open} onClick={onOpen}>
          {number}
        </button>
      </td>
      <td>{formatDate(created_at, language, { time: true })}</td>
      <td lang="ja">{fullName(user, language)}</td>
      <td className={table.wraps}>{others.length ? t('order:orders.others', { name, count: others.length }) : name}</td>
      <td>{deliveryOf(delivery)}</td>
      <td className={table.right}>{yen(total)}</td>
      <td>
        <Badge tone={status === 'paid' ? 'warning' : 'outline'}>{t(`order_admin:state.${status}`)}</Badge>{' '}
        {failed_refund_amount ? <Badge tone="danger">{t('order_admin:refund.failed')}</Badge> : null}
      </td>
    </tr>
  )
}
