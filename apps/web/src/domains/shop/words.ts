import { fullName } from '@sukoyaka/rules/person'
import type { Product } from '@sukoyaka/wire/people/product'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'

/** At this many units or fewer, the shop says that few are left. */
const fewUnits = 5

/** What to say about the stock of a product; undefined if there is plenty or it is not counted. */
export const useStockWords = () => {
  const { t } = useTranslation('shop')
  return ({ stock, is_active }: Pick<Product, 'stock' | 'is_active'>) => {
    if (!is_active) return t('stock.ended')
    if (stock === null || stock > fewUnits) return undefined
    return stock === 0 ? t('stock.out') : t('stock.few', { count: stock })
  }
}

export const isOnSale = ({ stock, is_active }: Pick<Product, 'stock' | 'is_active'>) => is_active && stock !== 0

/** Who recommends a product: the newest, and how many others. */
export const useRecommenderWords = () => {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  return ([first, ...others]: readonly Recommendation[]) => {
    const name = first && fullName(first.recommender, language)
    return others.length ? t('recommended.byMany', { name, count: others.length }) : t('recommended.by', { name })
  }
}
