import { numericTypes, resultsApi } from './api.ts'

export const maxPerItem = 100
/** Query of the grid: the 100 newest values of each item and those of checkups, with their ranges. */
export const gridQueryArgs = (user_id: number) => ({ user_id, count: maxPerItem, types: numericTypes, include: ['range' as const, 'checkups' as const] })

/** Returns a function that prefetches the grid's data. */
export const usePrefetchResults = (user_id: number) => {
  const prefetchResults = resultsApi.usePrefetch('listTestResults')
  const prefetchPackages = resultsApi.usePrefetch('listTestPackages')
  const prefetchCategories = resultsApi.usePrefetch('listNumericTestResultCategories')
  const prefetchRanges = resultsApi.usePrefetch('listReferenceRanges')
  return () => {
    prefetchResults(gridQueryArgs(user_id))
    prefetchPackages({ user_id })
    prefetchCategories({})
    prefetchRanges({ user_id })
  }
}
