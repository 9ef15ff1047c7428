import { useMemo } from 'react'
import { combineQueries } from '../../../api/combine-queries.ts'
import { useListNumericTestResultCategoriesQuery, useListReferenceRangesQuery, useListTestPackagesQuery, useListTestResultsQuery } from '../api.ts'
import { gridQueryArgs } from '../prefetch.ts'
import { gridOf } from './model.ts'

/** The measurements of a patient as a grid, and the lists needed to enter results. */
export const useGrid = (user_id: number) => {
  const results = useListTestResultsQuery(gridQueryArgs(user_id))
  const packages = useListTestPackagesQuery({ user_id })
  const categories = useListNumericTestResultCategoriesQuery({})
  const today = useListReferenceRangesQuery({ user_id })
  const grid = useMemo(() => {
    if (!results.currentData || !packages.currentData || !categories.currentData || !today.currentData) return undefined
    return gridOf({
      results: results.currentData.items,
      ranges: results.currentData.ranges ?? [],
      packages: packages.currentData.items,
      categories: categories.currentData.items,
      today: today.currentData.items,
    })
  }, [results.currentData, packages.currentData, categories.currentData, today.currentData])
  return {
    query: { currentData: grid, ...combineQueries(results, packages, categories, today) },
    packages: packages.currentData?.items,
    categories: categories.currentData?.items,
    today: today.currentData?.items,
  }
}
