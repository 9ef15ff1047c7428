import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { OrderSummary } from '@sukoyaka/wire/people/order'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListOrdersQuery, useListRegularDeliveriesQuery } from '../../domains/shop/api.ts'
import { RegularCard, RegularError } from '../../domains/shop/order/RegularCard.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { separatorOf } from '../../ui/text/text-lang.ts'
import { yen } from '../../ui/text/yen.ts'
import classes from './Orders.module.css'
import shop from './Shop.module.css'

const tones = {
  pending: 'warning',
  failed: 'warning',
  paid: 'accent',
  shipped: 'accent',
  delivered: 'outline',
  cancelled: 'outline',
  refunded: 'outline',
} as const

/** Orders of the signed-in patient, and the regular deliveries that are not stopped. */
export function OrdersPage() {
  const { t } = useTranslation(['order', 'shop'])
  const isBuyer = useAppSelector(selectMe)?.role === 'patient'
  const [params] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const query = useListOrdersQuery({ page }, { skip: !isBuyer })
  const regular = useListRegularDeliveriesQuery({}, { skip: !isBuyer })
  usePageTitle(t('order:orders.title'))
  if (!isBuyer) throw new PageError(404)
  const running = regular.currentData?.items.filter(({ status }) => status !== 'stopped') ?? []
  return (
    <div className={`${shop.page} ${shop.narrow}`}>
      <Link className={shop.back} to="/shop">
        <IconChevronLeft aria-hidden />
        {t('shop:product.back')}
      </Link>
      <h1 className={shop.title}>{t('order:orders.title')}</h1>
      <div className={shop.stack}>
        <RegularError query={regular} />
        {running.map((delivery) => (
          <RegularCard key={delivery.id} delivery={delivery} />
        ))}
        <QueryView
          query={query}
          error={t('order:orders.error')}
          empty={<Empty title={t('order:orders.empty')} action={<ButtonLink to="/shop">{t('order:checkout.toShop')}</ButtonLink>} />}
        >
          {({ items, next_page }) => (
            <div className={classes.list}>
              <ul>
                {items.map((order) => (
                  <Row key={order.id} order={order} />
                ))}
              </ul>
              {page > 1 || next_page ? (
                <nav className={classes.pages} aria-label={t('order:orders.pages')}>
                  {page > 1 ? <ButtonLink to={`/shop/orders?page=${page - 1}`}>{t('order:orders.before')}</ButtonLink> : <span />}
                  {next_page ? <ButtonLink to={`/shop/orders?page=${next_page}`}>{t('order:orders.next')}</ButtonLink> : null}
                </nav>
              ) : null}
            </div>
          )}
        </QueryView>
      </div>
    </div>
  )
}

function Row({ order: { id, number, status, total, items, source, created_at } }: { order: OrderSummary }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [first, ...others] = items
  const name = first?.display_name ?? ''
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.name}>
          <Link to={`/shop/orders/${id}`}>{t('order.title', { day: formatDay(tokyoDay(new Date(created_at)), language) })}</Link>
        </p>
        <p>{others.length ? t('orders.others', { name, count: others.length }) : name}</p>
        <p className={classes.note}>
          {number}
          {source === 'regular' ? `${separatorOf(language)}${t('orders.regular')}` : ''}
        </p>
      </div>
      <div className={classes.right}>
        <b>{yen(total)}</b>
        <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      </div>
      <IconChevronRight aria-hidden />
    </li>
  )
}
