import type { Product } from '@sukoyaka/wire/people/product'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { save } from '../../../ui/form/save.ts'
import { useAddCartItemMutation } from '../api.ts'
import { isOnSale } from '../words.ts'
import { useCartLink } from './use-cart-link.ts'

type Props = { product: Pick<Product, 'id' | 'display_name' | 'stock' | 'is_active'>; isInCart: boolean; className?: string | undefined }

/** Adds one unit. The same button then shows that the product is in the cart and opens the cart, so that the focus is kept. */
export function AddToCart({ product, isInCart, className }: Props) {
  const { t } = useTranslation('shop')
  const navigate = useNavigate()
  const cart = useCartLink()
  const [add, { isLoading }] = useAddCartItemMutation()
  const { id, display_name: name } = product
  if (isInCart)
    return (
      <Button
        kind="soft"
        size="small"
        className={className}
        icon={<IconCheck aria-hidden />}
        aria-label={t('add.doneNamed', { name })}
        onClick={() => void navigate(cart.to, { state: cart.state })}
      >
        {t('add.done')}
      </Button>
    )
  const canBuy = isOnSale(product)
  return (
    <Button
      size="small"
      className={className}
      icon={canBuy ? <IconPlus aria-hidden /> : undefined}
      loading={isLoading}
      disabled={!canBuy}
      aria-label={canBuy ? t('add.named', { name }) : undefined}
      onClick={() => void save(() => add({ product_id: id, quantity: 1 }), { done: t('add.added'), failed: t('add.failed'), text: name })}
    >
      {canBuy ? t('add.short') : t('stock.out')}
    </Button>
  )
}
