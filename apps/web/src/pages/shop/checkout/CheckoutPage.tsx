import type { CartCalculation } from '@sukoyaka/wire/people/cart'
import { IconChevronLeft } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { combineQueries } from '../../../api/combine-queries.ts'
import { useGetUserQuery } from '../../../domains/account/api.ts'
import { useListPaymentSourcesQuery } from '../../../domains/payment/api.ts'
import { ConfirmPayment } from '../../../domains/payment/ConfirmPayment.tsx'
import { useCalculateCartQuery } from '../../../domains/shop/api.ts'
import { EmptyCart } from '../../../domains/shop/cart/EmptyCart.tsx'
import { type FilledItem, useCart } from '../../../domains/shop/cart/use-cart.ts'
import { useCoupon } from '../../../domains/shop/cart/use-coupon.ts'
import { type Recipient, recipientOf } from '../../../domains/shop/order/recipient.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { unreadableField } from '../../../ui/date/unreadable.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { withPreviousPage } from '../../../ui/loading/previous-page.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { PageError } from '../../../ui/page/page-error.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import shop from '../Shop.module.css'
import { DeliverySheet } from './DeliverySheet.tsx'
import { type DeliveryChoice, isDeliverable, normalDelivery } from './delivery-choice.ts'
import { AddressSheet, type PayBy, PaymentSheet } from './Sheets.tsx'
import { Summary } from './Summary.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { usePurchase } from './use-purchase.ts'

/** Three numbered sections and the order summary beside them, with one button that buys. */
export function CheckoutPage() {
  const { t } = useTranslation(['order', 'shop', 'profile', 'errors'])
  const { isBuyer, query: cart, items } = useCart()
  const coupon = useCoupon()
  const user = useGetUserQuery({ id: 'me' })
  const cards = useListPaymentSourcesQuery({}, { skip: !isBuyer })
  const delivery = useKeptDraft('shop.delivery', normalDelivery)
  const { is_timed } = delivery.value
  const calculated = withPreviousPage(
    useCalculateCartQuery({ ...(coupon.code && { coupon_code: coupon.code }), ...(is_timed && { is_timed }) }, { skip: !isBuyer }),
  )
  const amounts = calculated.currentData
  usePageTitle(t('order:checkout.title'))
  if (!isBuyer) throw new PageError(404)
  const currentData = user.currentData && cards.currentData && cart.currentData && amounts ? { user: user.currentData, amounts } : undefined
  return (
    <div className={`${shop.page} ${shop.narrow}`}>
      <Link className={shop.back} to="/shop/cart">
        <IconChevronLeft aria-hidden />
        {t('order:checkout.back')}
      </Link>
      <h1 className={shop.title}>{t('order:checkout.title')}</h1>
      <QueryView
        query={{ currentData, ...combineQueries(user, cards, cart, calculated) }}
        error={t('order:checkout.error')}
        isEmpty={() => false}
        skeleton={<SkeletonLines count={10} />}
      >
        {(data) => (
          <Checkout
            {...data}
            recipientOfProfile={recipientOf(data.user)}
            items={items}
            coupon={coupon}
            delivery={delivery}
            refetch={() => Promise.all([cart.refetch(), calculated.refetch()])}
          />
        )}
      </QueryView>
    </div>
  )
}

type Props = {
  amounts: CartCalculation
  recipientOfProfile: Recipient
  items: FilledItem[]
  coupon: ReturnType<typeof useCoupon>
  delivery: ReturnType<typeof useKeptDraft<DeliveryChoice>>
  refetch: () => Promise<unknown>
}

function Checkout({ amounts: calculated, recipientOfProfile, items: inCart, coupon, delivery, refetch }: Props) {
  const { t } = useTranslation('order')
  const card = useListPaymentSourcesQuery({}).currentData?.items[0]
  const draft = useKeptDraft('shop.recipient', recipientOfProfile)
  const [isChecked, setChecked] = useState(false)
  const { months, is_timed, delivery_on } = delivery.value
  const [payBy, setPayBy] = useState<PayBy>(card ? 'saved_card' : 'new_card')
  const [savesCard, setSavesCard] = useState(false)
  const forget = () => {
    draft.forget()
    delivery.forget()
  }
  const purchase = usePurchase({ coupon, onChanged: refetch, onPlaced: forget })
  // placing the order empties the cart; while the order is being paid, the page keeps showing its items
  const shown = useRef({ amounts: calculated, items: inCart })
  if (!purchase.isPending) shown.current = { amounts: calculated, items: inCart }
  const { amounts, items } = shown.current
  const isFree = amounts.total === 0
  const isDayMissing = is_timed && !isDeliverable(delivery_on, amounts.delivery)
  const page = useRef<HTMLDivElement>(null)
  const buy = () => {
    setChecked(true)
    const unreadable = unreadableField(page.current)
    unreadable?.focus()
    if (isDayMissing || unreadable) return
    purchase.buy({
      recipient: draft.value,
      method: isFree ? 'none' : payBy,
      // a regular delivery charges the card again, so a new card that pays is always saved for it
      save_card: payBy === 'new_card' && !isFree && (savesCard || months > 0),
      delivery: delivery.value,
      total: amounts.total,
    })
  }
  if (!items.length) return <NothingToBuy failure={purchase.failure} />
  return (
    <div ref={page} className={`${shop.columns} ${shop.airy}`}>
      <div className={shop.stack}>
        <AddressSheet recipient={draft.value} onChange={draft.put} />
        <DeliverySheet
          delivery={amounts.delivery}
          value={delivery.value}
          onChange={delivery.put}
          error={isChecked && isDayMissing ? t('method.dayMissing') : undefined}
        />
        <PaymentSheet
          card={card}
          isFree={isFree}
          value={payBy}
          onChange={setPayBy}
          saves={savesCard || months > 0}
          isSaveFixed={months > 0}
          onSave={setSavesCard}
        />
      </div>
      <Summary
        items={items}
        amounts={amounts}
        card={payBy === 'saved_card' ? card : undefined}
        failure={isChecked && isDayMissing ? t('method.dayMissing') : purchase.failure}
        isBusy={purchase.isPending}
        onBuy={buy}
      />
      {purchase.confirmation ? <ConfirmPayment {...purchase.confirmation} /> : null}
    </div>
  )
}

/** `failure`: why the purchase failed after the order had taken the products from the cart. The order shows what became of it. */
function NothingToBuy({ failure }: { failure: string | undefined }) {
  const { t } = useTranslation('order')
  if (failure === undefined) return <EmptyCart action={<ButtonLink to="/shop">{t('checkout.toShop')}</ButtonLink>} />
  return (
    <div role="alert">
      <Empty title={t('checkout.empty')} text={failure} action={<ButtonLink to="/shop/orders">{t('orders.title')}</ButtonLink>} />
    </div>
  )
}
