import { useMemo } from 'react'
import { combineQueries } from '../../api/combine-queries.ts'
import { newestOfEach } from './abnormal.ts'
import { useListReferenceRangesQuery, useListTestResultsQuery } from './api.ts'

const pointsOfEach = 8

export const useNewestValues = (user_id: number) => {
  const results = useListTestResultsQuery({ user_id, count: pointsOfEach, include: ['category'] })
  const ranges = useListReferenceRangesQuery({ user_id })
  const newestValues = useMemo(
    () => (results.currentData && ranges.currentData ? newestOfEach(results.currentData.items, ranges.currentData.items) : undefined),
    [results.currentData, ranges.currentData],
  )
  return { newestValues, ...combineQueries(results, ranges) }
}
