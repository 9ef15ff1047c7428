import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHasChat } from '../../domains/message/use-has-chat.ts'
import { useGetProductQuery } from '../../domains/shop/api.ts'
import { CartLink } from '../../domains/shop/cart/CartLink.tsx'
import { useCart } from '../../domains/shop/cart/use-cart.ts'
import { ProductDetail } from '../../domains/shop/product/ProductDetail.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import { throwIfNotFound } from '../error/not-found.ts'
import classes from './Shop.module.css'

export function ProductPage({ id }: { id: number }) {
  const { t } = useTranslation('shop')
  const { isBuyer } = useCart()
  const hasChat = useHasChat()
  const query = useGetProductQuery({ id })
  usePageTitle(query.currentData?.display_name ?? t('title'))
  throwIfNotFound(query)
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <div className={classes.head}>
        <Link className={classes.back} to="/shop">
          <IconChevronLeft aria-hidden />
          {t('product.back')}
        </Link>
        {isBuyer ? <CartLink /> : null}
      </div>
      <QueryView query={query} error={t('product.error')} skeleton={<SkeletonLines count={8} />}>
        {(product) => <ProductDetail product={product} hasChat={hasChat} />}
      </QueryView>
    </div>
  )
}
