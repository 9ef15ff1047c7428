import type { CartItem } from '@sukoyaka/wire/people/cart'
import type { Product } from '@sukoyaka/wire/people/product'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { useListCartItemsQuery, useListRecommendationsQuery } from '../api.ts'

export type FilledItem = CartItem & { product: Product }

/** The cart of the signed-in patient; staff have none. */
export const useCart = () => {
  const isBuyer = useAppSelector(selectMe)?.role === 'patient'
  const query = useListCartItemsQuery({ include: ['product'] }, { skip: !isBuyer })
  const items = (query.currentData?.items ?? []) as FilledItem[]
  return {
    isBuyer,
    query,
    items,
    /** Units of all products. */
    count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    quantityOf: (product_id: number) => items.find((item) => item.product_id === product_id)?.quantity ?? 0,
  }
}

/** What the care team recommends to the signed-in patient, including what the patient declined. */
export const useOwnRecommendations = () => {
  const me = useAppSelector(selectMe)
  const isBuyer = me?.role === 'patient'
  const { currentData } = useListRecommendationsQuery({ patient_id: me?.id ?? 0, include: ['product', 'findings'] }, { skip: !isBuyer })
  return currentData?.items ?? []
}
