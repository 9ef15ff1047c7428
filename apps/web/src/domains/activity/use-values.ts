import { skipToken } from '@reduxjs/toolkit/query/react'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import { useMemo } from 'react'
import { combineQueries } from '../../api/combine-queries.ts'
import { useListActivityCategoriesQuery, useListActivityValuesQuery } from './api.ts'
import type { Period } from './days.ts'

/** In display order. */
const measuredNames = ['active_energy_burned', 'total_energy_burned', 'distance', 'stairs_climbed', 'stand_hour'] as const
export type Measured = (typeof measuredNames)[number]

export type DailyValues = { category: LifestyleCategory & { name: Measured }; valueByDay: ReadonlyMap<string, number> }
const maxValues = 5000

const isMeasured = (category: LifestyleCategory): category is DailyValues['category'] => (measuredNames as readonly string[]).includes(category.name)

/** Query of the newest daily device metrics, enough for this period and the one before. */
export const useDailyValues = (user_id: number, period: Period) => {
  const catalogue = useListActivityCategoriesQuery({})
  const categories = useMemo(
    () => catalogue.currentData?.items.filter(isMeasured).sort((a, b) => measuredNames.indexOf(a.name) - measuredNames.indexOf(b.name)),
    [catalogue.currentData],
  )
  const queryArgs = categories
    ? { user_id, category_ids: categories.map(({ id }) => id), limit: Math.min(maxValues, Number(period) * 2 * categories.length) }
    : skipToken
  const query = useListActivityValuesQuery(queryArgs)
  const values = useMemo(() => {
    if (!categories || !query.currentData) return undefined
    const answersByCategory = Map.groupBy(query.currentData.items, ({ category_id }) => category_id)
    return categories.map(
      (category): DailyValues => ({
        category,
        valueByDay: new Map((answersByCategory.get(category.id) ?? []).map(({ answered_at, value }) => [tokyoDay(answered_at), value])),
      }),
    )
  }, [categories, query.currentData])
  return { currentData: values, ...combineQueries(catalogue, query) }
}

export const decimalsOf = (name: Measured) => (name === 'distance' ? 1 : 0)
