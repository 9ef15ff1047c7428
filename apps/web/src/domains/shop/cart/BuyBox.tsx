import { maxQuantity } from '@sukoyaka/wire/people/cart'
import type { Product } from '@sukoyaka/wire/people/product'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { save } from '../../../ui/form/save.ts'
import { useAddCartItemMutation } from '../api.ts'
import { isOnSale } from '../words.ts'
import classes from './Cart.module.css'
import { Stepper } from './Stepper.tsx'
import { useCart } from './use-cart.ts'
import { useCartLink } from './use-cart-link.ts'

/** Adds a number of units to the cart, and says how many the cart has already. Renders nothing if the product is not on sale. */
export function BuyBox({ product }: { product: Product }) {
  const { t } = useTranslation('shop')
  const { quantityOf } = useCart()
  const cart = useCartLink()
  const [quantity, setQuantity] = useState(1)
  const [add, { isLoading }] = useAddCartItemMutation()
  const { id, display_name: name, stock } = product
  const inCart = quantityOf(id)
  const most = Math.min(maxQuantity, stock ?? maxQuantity) - inCart
  if (!isOnSale(product)) return null
  const send = () => add({ product_id: id, quantity: Math.min(quantity, most) })
  return (
    <div>
      <div className={classes.buyRow}>
        <Stepper value={Math.min(quantity, Math.max(1, most))} max={Math.max(1, most)} name={name} onChange={setQuantity} />
        <Button
          kind="primary"
          size="large"
          className={classes.buyButton}
          icon={<IconShoppingCartPlus aria-hidden />}
          loading={isLoading}
          disabled={most < 1}
          onClick={() => void save(send, { done: t('add.added'), failed: t('add.failed'), text: name }, { onSaved: () => setQuantity(1) })}
        >
          {t('add.long')}
        </Button>
      </div>
      {inCart ? (
        <p className={classes.inCart}>
          {t(most < 1 ? 'cart.hasMost' : 'cart.has', { count: inCart })} <Link {...cart}>{t('cart.show')}</Link>
        </p>
      ) : null}
    </div>
  )
}
