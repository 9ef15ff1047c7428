import { results } from './api.ts'

const maxPerGroup = 100
/** Query of the grid: the newest values of each item, with their ranges. */
export const gridAsk = (user_id: number) => ({ user_id, count: maxPerGroup, include: ['range' as const] })

/** Prefetches the grid's data on hover. */
export const useNearResults = (user_id: number) => {
  const ofResults = results.usePrefetch('listTestResults')
  const ofPackages = results.usePrefetch('listTestPackages')
  const ofCategories = results.usePrefetch('listNumericTestResultCategories')
  const ofRanges = results.usePrefetch('listReferenceRanges')
  return () => {
    ofResults(gridAsk(user_id))
    ofPackages({ user_id })
    ofCategories({})
    ofRanges({ user_id })
  }
}
