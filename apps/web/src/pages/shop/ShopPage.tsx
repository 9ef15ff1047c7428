import { useParams } from 'react-router'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { stripePageLoader } from '../stripe-page-loader.ts'
import { CataloguePage } from './CataloguePage.tsx'
import { CheckoutPage } from './checkout/CheckoutPage.tsx'
import { OrderPage } from './OrderPage.tsx'
import { OrdersPage } from './OrdersPage.tsx'
import { ProductPage } from './ProductPage.tsx'

export const loader = stripePageLoader

/** The shop, one route for all pages: the entry of the app, which has a size limit, then names one chunk. */
export function ShopPage() {
  const { page, id } = useParams()
  if (page === undefined) return <CataloguePage />
  if (page === 'cart' && id === undefined) return <CataloguePage isCartOpen />
  if (page === 'products' && id !== undefined && idPattern.test(id)) return <ProductPage key={id} id={Number(id)} />
  if (page === 'checkout' && id === undefined) return <CheckoutPage />
  if (page === 'orders' && id === undefined) return <OrdersPage />
  if (page === 'orders' && id !== undefined && idPattern.test(id)) return <OrderPage key={id} id={Number(id)} />
  throw new PageError(404)
}
