import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { withPreviousPage } from '../../../ui/loading/previous-page.ts'
import { hasFailed, QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useCalculateCartQuery } from '../api.ts'
import classes from './Cart.module.css'
import { CartRow } from './CartRow.tsx'
import { CouponField } from './CouponField.tsx'
import { DeliveryNote } from './DeliveryNote.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { Totals } from './Totals.tsx'
import { useCart } from './use-cart.ts'
import { useCoupon } from './use-coupon.ts'

/** The cart of the signed-in patient: products, distance to free delivery, coupon and amounts. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shop', 'order'])
  const { query, items, count } = useCart()
  const coupon = useCoupon()
  const calculated = withPreviousPage(useCalculateCartQuery({ ...(coupon.code && { coupon_code: coupon.code }) }))
  const amounts = calculated.currentData
  return (
    <Dialog
      side
      width={440}
      title={
        <>
          {t('shop:cart.title')} {count ? <span className={classes.count}>{t('shop:cart.units', { count })}</span> : null}
        </>
      }
      onClose={onClose}
      footer={
        items.length && (amounts || hasFailed(calculated))
          ? () => (
              <div className={classes.sum} aria-busy={calculated.isFetching || undefined}>
                {amounts ? (
                  <>
                    <Totals amounts={amounts} />
                    {/* a full page load (`stripePageLoader`), because the CSP of other pages does not allow Stripe’s script */}
                    <ButtonLink to={coupon.checkout} kind="primary" size="large" block forward className={classes.checkout}>
                      {t('order:checkout.go')}
                    </ButtonLink>
                  </>
                ) : (
                  <ErrorState title={t('shop:cart.totalError')} onRetry={() => void calculated.refetch()} />
                )}
              </div>
            )
          : undefined
      }
    >
      <QueryView
        query={query}
        error={t('shop:cart.error')}
        empty={<EmptyCart text={t('shop:cart.emptyHint')} action={<Button onClick={onClose}>{t('shop:cart.toShop')}</Button>} />}
        skeleton={<SkeletonRows count={3} height={108} />}
      >
        {() => (
          <>
            <ul className={classes.rows}>
              {items.map((item) => (
                <CartRow key={item.id} item={item} />
              ))}
            </ul>
            {amounts ? <DeliveryNote amounts={amounts} /> : null}
            <CouponField coupon={coupon} amounts={amounts} />
          </>
        )}
      </QueryView>
    </Dialog>
  )
}
