import { IconReceipt } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CartDrawer } from '../../domains/shop/cart/CartDrawer.tsx'
import { CartLink } from '../../domains/shop/cart/CartLink.tsx'
import { useCart } from '../../domains/shop/cart/use-cart.ts'
import { useCartOrigin } from '../../domains/shop/cart/use-cart-link.ts'
import { Catalogue } from '../../domains/shop/catalogue/Catalogue.tsx'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import classes from './Shop.module.css'

/** The catalogue; the cart is a drawer over it. */
export function CataloguePage({ isCartOpen = false }: { isCartOpen?: boolean }) {
  const { t } = useTranslation(['shop', 'order'])
  const { isBuyer } = useCart()
  const navigate = useNavigate()
  const origin = useCartOrigin()
  const [params, setParams] = useSearchParams()
  const sought = params.get('q') ?? ''
  const [typed, setTyped] = useState(sought)
  const q = useDebounced(typed.trim())
  usePageTitle(isCartOpen ? t('shop:cart.title') : t('shop:title'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (q === sought) return
    const next = new URLSearchParams(params)
    if (q) next.set('q', q)
    else next.delete('q')
    setParams(next, { replace: true })
  }, [q])
  if (isCartOpen && !isBuyer) throw new PageError(404)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('shop:title')}</h1>
        <div className={classes.search}>
          <SearchInput label={t('shop:search')} value={typed} onChange={setTyped} />
        </div>
        {isBuyer ? (
          <>
            <Link className={classes.orders} to="/shop/orders">
              <IconReceipt aria-hidden />
              {t('order:orders.title')}
            </Link>
            <CartLink />
          </>
        ) : null}
      </header>
      <Catalogue
        q={sought}
        category={params.get('category')}
        onClear={() => {
          setTyped('')
          void navigate('/shop')
        }}
      />
      <p className={classes.seller}>
        <Link to="/seller">{t('order:seller')}</Link>
      </p>
      {isCartOpen ? <CartDrawer onClose={() => void navigate(origin)} /> : null}
    </div>
  )
}
