import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Order } from '@sukoyaka/wire/people/order'
import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useHasChat } from '../../domains/message/use-has-chat.ts'
import { useGetOrderQuery, useListRegularDeliveriesQuery } from '../../domains/shop/api.ts'
import { useCart } from '../../domains/shop/cart/use-cart.ts'
import { OrderItems, OrderPayment, OrderRecipient, OrderState } from '../../domains/shop/order/OrderParts.tsx'
import { RegularCard, RegularError } from '../../domains/shop/order/RegularCard.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { throwIfNotFound } from '../error/not-found.ts'
import { PayOrder } from './PayOrder.tsx'
import shop from './Shop.module.css'

/** An order of the signed-in patient. */
export function OrderPage({ id }: { id: number }) {
  const { t } = useTranslation(['order', 'shop'])
  const language = useLanguage()
  const isBuyer = useAppSelector(selectMe)?.role === 'patient'
  const state: unknown = useLocation().state
  const isPlaced = typeof state === 'object' && state !== null && 'isPlaced' in state
  const query = useGetOrderQuery({ id }, { skip: !isBuyer })
  const regular = useListRegularDeliveriesQuery({}, { skip: !isBuyer || !query.currentData?.regular_delivery_id })
  const hasChat = useHasChat()
  const { quantityOf } = useCart()
  /** The items of an unpaid order went back to the cart and are still there. */
  const isBackInCart = ({ status, source, events, items }: Order) =>
    (status === 'failed' || (status === 'cancelled' && !events.some(({ kind }) => kind === 'paid'))) &&
    source === 'web' &&
    items.some(({ product_id }) => product_id !== null && quantityOf(product_id) > 0)
  const order = query.currentData
  const title = order ? t('order:order.title', { day: formatDay(tokyoDay(new Date(order.created_at)), language, 'weekday') }) : t('order:orders.title')
  usePageTitle(title)
  if (!isBuyer) throw new PageError(404)
  throwIfNotFound(query)
  const delivery = regular.currentData?.items.find((item) => item.id === order?.regular_delivery_id)
  return (
    <div className={`${shop.page} ${shop.narrow}`}>
      <Link className={shop.back} to="/shop/orders">
        <IconChevronLeft aria-hidden />
        {t('order:order.back')}
      </Link>
      <h1 className={shop.title}>{title}</h1>
      <QueryView query={query} error={t('order:order.error')} skeleton={<SkeletonLines count={10} />}>
        {(found) => (
          <div className={shop.columns}>
            <div className={shop.stack}>
              <OrderState order={found} isPlaced={isPlaced && found.status === 'paid'}>
                {found.status === 'pending' ? <PayOrder order={found} /> : null}
                {isBackInCart(found) ? <p>{t('order:order.backInCart')}</p> : null}
              </OrderState>
              <OrderItems order={found} />
              <RegularError query={regular} />
              {delivery ? <RegularCard delivery={delivery} /> : null}
            </div>
            <div className={shop.stack}>
              <OrderPayment order={found} />
              <OrderRecipient order={found} hasChat={hasChat} />
            </div>
          </div>
        )}
      </QueryView>
    </div>
  )
}
