import { IconShoppingCart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import classes from './Cart.module.css'
import { useCart } from './use-cart.ts'
import { useCartLink } from './use-cart-link.ts'

/** Opens the cart, with the number of units in it. */
export function CartLink() {
  const { t } = useTranslation('shop')
  const { count } = useCart()
  return (
    <ButtonLink {...useCartLink()} icon={<IconShoppingCart aria-hidden />}>
      <span className={classes.linkWord}>{t('cart.title')}</span>
      <UnreadBadge count={count} label={t('cart.units', { count })} />
    </ButtonLink>
  )
}
