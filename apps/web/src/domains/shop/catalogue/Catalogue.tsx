import { isCaution } from '@sukoyaka/rules/people/caution'
import type { Product } from '@sukoyaka/wire/people/product'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { save } from '../../../ui/form/save.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { useScrollFade } from '../../../ui/layout/use-scroll-fade.ts'
import { withPreviousPage } from '../../../ui/loading/previous-page.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../../ui/loading/Skeleton.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useAddRecommendedMutation, useListProductsQuery } from '../api.ts'
import { useCart, useOwnRecommendations } from '../cart/use-cart.ts'
import { isOnSale } from '../words.ts'
import classes from './Catalogue.module.css'
import { ProductTile } from './ProductTile.tsx'

/** Value of `category` for the products that the team recommends. */
const recommendedOnly = 'recommended'

type Props = { q: string; category: string | null; onClear: () => void }

/** Products of the shop; recommended ones come first. `category` is the name of a category, `recommendedOnly`, or null for all. */
export function Catalogue({ q, category, onClear }: Props) {
  const { t } = useTranslation('shop')
  const sought = useDebounced(q)
  const query = withPreviousPage(useListProductsQuery({ ...(sought && { q: sought }), include: ['category'] }))
  return (
    <QueryView
      query={query}
      error={t('catalogue.error')}
      empty={sought || query.isFetching ? undefined : <Empty title={t('catalogue.empty')} />}
      skeleton={
        <div className={classes.grid}>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
            <div key={at} className={classes.tile}>
              <Skeleton height={180} radius={0} />
              <div className={classes.words} style={{ minHeight: 120 }}>
                <Skeleton width={at % 2 ? '60%' : '72%'} height={18} />
              </div>
            </div>
          ))}
        </div>
      }
    >
      {({ items }) => <Found products={items} q={q} category={category} onClear={onClear} />}
    </QueryView>
  )
}

function Found({ products, q, category, onClear }: Props & { products: Product[] }) {
  const { t } = useTranslation('shop')
  const cart = useCart()
  const recommendations = useOwnRecommendations().filter(({ declined_at }) => !declined_at)
  const byProduct = new Map<number, Recommendation[]>()
  for (const entry of recommendations) byProduct.set(entry.product_id, [...(byProduct.get(entry.product_id) ?? []), entry])
  const recommended = products.filter(({ id }) => byProduct.has(id))
  const sorted = [...recommended, ...products.filter(({ id }) => !byProduct.has(id))]
  const shown = category === recommendedOnly ? recommended : category ? sorted.filter((product) => product.category?.name === category) : sorted
  return (
    <>
      <Categories q={q} chosen={category} hasRecommended={byProduct.size > 0} />
      <p className="visually-hidden" role="status">
        {t('catalogue.count', { count: shown.length })}
      </p>
      {/* adds all recommended products, so not beside the results of a search */}
      {category === recommendedOnly && !q ? (
        <AddAll products={recommended.filter((product) => isOnSale(product) && !cart.quantityOf(product.id) && !byProduct.get(product.id)!.some(hasCaution))} />
      ) : null}
      {shown.length ? (
        <ul className={classes.grid}>
          {shown.map((product) => (
            <ProductTile
              key={product.id}
              product={product}
              recommendations={byProduct.get(product.id) ?? []}
              isBuyer={cart.isBuyer}
              isInCart={cart.quantityOf(product.id) > 0}
            />
          ))}
        </ul>
      ) : (
        <Empty title={t('catalogue.none')} text={q ? t('catalogue.noneHint') : undefined} action={<Button onClick={onClear}>{t('catalogue.all')}</Button>} />
      )}
    </>
  )
}

/** Filters as links, so that the browser's back button leads to the previous filter. */
function Categories({ q, chosen, hasRecommended }: { q: string; chosen: string | null; hasRecommended: boolean }) {
  const { t } = useTranslation('shop')
  const row = useRef<HTMLElement>(null)
  const fade = useScrollFade(row)
  // without the search text, so that all categories stay
  const { currentData } = useListProductsQuery({ include: ['category'] })
  const byId = new Map((currentData?.items ?? []).flatMap(({ category }) => (category ? [[category.id, category] as const] : [])))
  const categories = [...byId.values()].sort((a, b) => a.sort_number - b.sort_number)
  const links = [
    { name: null, label: t('category.all') },
    ...(hasRecommended ? [{ name: recommendedOnly, label: t('category.recommended') }] : []),
    ...categories.map(({ name, display_name }) => ({ name, label: display_name })),
  ]
  return (
    <nav ref={row} className={`${classes.categories} ${fade}`} aria-label={t('category.label')}>
      {links.map(({ name, label }) => (
        <Link
          key={name}
          className={classes.category}
          aria-current={name === chosen ? 'true' : undefined}
          to={{ pathname: '/shop', search: new URLSearchParams({ ...(name && { category: name }), ...(q && { q }) }).toString() }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Such a product is bought only one by one. */
const hasCaution = ({ findings = [] }: Recommendation) => findings.some(isCaution)

function AddAll({ products }: { products: Product[] }) {
  const { t } = useTranslation('shop')
  const [add, { isLoading }] = useAddRecommendedMutation()
  if (products.length < 2) return null
  return (
    <div className={classes.all}>
      <p>{t('recommended.all')}</p>
      <Button
        kind="soft"
        icon={<IconShoppingCartPlus aria-hidden />}
        loading={isLoading}
        onClick={() => void save(() => add({}), { done: t('add.added'), failed: t('add.failed') })}
      >
        {t('recommended.addAll', { count: products.length })}
      </Button>
    </div>
  )
}
