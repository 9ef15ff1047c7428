import { IconReceipt } from '@tabler/icons-react'
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
import { useSearchText } from '../../ui/page/use-search-text.ts'
import classes from './Shop.module.css'

/** The catalogue; the cart is a drawer over it. */
export function CataloguePage({ isCartOpen = false }: { isCartOpen?: boolean }) {
  const { t } = useTranslation(['shop', 'order'])
  const { isBuyer } = useCart()
  const navigate = useNavigate()
  const origin = useCartOrigin()
  const [params, setParams] = useSearchParams()
  // the list behind the cart stays as it was when the cart was opened
  const shown = isCartOpen ? new URLSearchParams(origin.split('?')[1]) : params
  const text = shown.get('q') ?? ''
  const { typed, onType } = useSearchText(text, (q) => {
    const next = new URLSearchParams(params)
    if (q) next.set('q', q)
    else next.delete('q')
    setParams(next, { replace: true })
  })
  usePageTitle(isCartOpen ? t('shop:cart.title') : t('shop:title'))
  if (isCartOpen && !isBuyer) throw new PageError(404)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('shop:title')}</h1>
        <div className={classes.search}>
          <SearchInput label={t('shop:search')} value={typed} onChange={onType} />
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
      <Catalogue q={text.trim()} category={shown.get('category')} onClear={() => void navigate('/shop')} />
      <p className={classes.seller}>
        <Link to="/seller">{t('order:seller')}</Link>
      </p>
      {isCartOpen ? <CartDrawer onClose={() => void navigate(origin)} /> : null}
    </div>
  )
}
