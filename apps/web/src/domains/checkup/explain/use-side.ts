import { directionOf } from '@sukoyaka/rules/record/checkup'
import { seriousSide } from '@sukoyaka/rules/record/judge'
import type { NewestValue } from '../abnormal.ts'
import { useListNumericTestResultCategoriesQuery } from '../api.ts'

/**
 * The side on which a value is out of its range. A critical value without a range, such as that of a child, has the side of the critical limits; only the
 * catalogue has them.
 */
export const useSide = ({ category, newest, range }: Pick<NewestValue, 'category' | 'newest' | 'range'>): 'high' | 'low' | undefined => {
  const { currentData } = useListNumericTestResultCategoriesQuery({}, { skip: range !== undefined || !newest.is_serious })
  if (range) return directionOf(newest, range)
  const limits = currentData?.items.find(({ id }) => id === category.id)
  return limits && seriousSide(newest, limits)
}
