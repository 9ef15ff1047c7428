import { results } from './api.ts'

const maxPerGroup = 100
/** What the grid asks for: the newest so many of each item, with the ranges they were judged by. */
export const gridAsk = (user_id: number) => ({ user_id, count: maxPerGroup, include: ['range' as const] })

/** Fetches what the grid shows before it is opened: somebody’s pointer is on its way there. */
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
