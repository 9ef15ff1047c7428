import type { CartCalculation } from '@sukoyaka/wire/people/cart'
import type { SavedCard } from '@sukoyaka/wire/people/payment'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cardName } from '../../../domains/payment/words.ts'
import { Totals } from '../../../domains/shop/cart/Totals.tsx'
import type { FilledItem } from '../../../domains/shop/cart/use-cart.ts'
import { ProductPicture } from '../../../domains/shop/ProductPicture.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import classes from './Checkout.module.css'

type Props = { items: FilledItem[]; amounts: CartCalculation; card: SavedCard | undefined; failure: string | undefined; isBusy: boolean; onBuy: () => void }

/** The products and their prices, and the button that buys them. The text below the button says what it will charge. */
export function Summary({ items, amounts, card, failure, isBusy, onBuy }: Props) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const total = yen(amounts.total)
  return (
    <aside className={classes.summary} aria-label={t('checkout.contents')}>
      <h2>{t('checkout.contents')}</h2>
      <ul>
        {items
          .filter(({ product }) => product.is_active)
          .map(({ id, product, quantity }) => (
            <li key={id} className={classes.item}>
              <div className={classes.thumb}>
                <ProductPicture product={product} />
              </div>
              <div>
                <p className={classes.itemName} lang={recordLang(product.display_name, language)}>
                  {product.display_name}
                </p>
                <p className={classes.note}>{t('checkout.quantity', { count: quantity })}</p>
              </div>
              <b>{yen(product.price_with_tax * quantity)}</b>
            </li>
          ))}
      </ul>
      <Totals amounts={amounts} />
      {amounts.coupon_refusal ? <p className={classes.missing}>{amounts.coupon_refusal.text}</p> : null}
      {failure ? (
        <div role="alert">
          <FieldMessage id="purchase-failure">{failure}</FieldMessage>
        </div>
      ) : null}
      <Button kind="primary" size="large" block icon={<IconLock aria-hidden />} loading={isBusy} className={classes.buy} onClick={onBuy}>
        {t('checkout.place')}
      </Button>
      <p className={classes.note}>
        {amounts.total === 0 ? t('checkout.chargedNone') : card ? t('checkout.charged', { card: cardName(card), total }) : t('checkout.chargedNew', { total })}
      </p>
      <p className={classes.note}>
        <Link to="/seller" target="_blank">
          {t('seller')}
        </Link>
      </p>
    </aside>
  )
}
