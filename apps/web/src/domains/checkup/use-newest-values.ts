import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { useMemo } from 'react'
import { combineQueries } from '../../api/combine-queries.ts'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { type NewestValue, newestOfEach } from './abnormal.ts'
import { numericTypes, useListReferenceRangesQuery, useListTestPackageResultsQuery, useListTestResultsQuery } from './api.ts'

const pointsOfEach = 8

const useCombined = (results: Query<{ items: TestResult[] }>, ranges: Query<{ items: ReferenceRange[] }>): Query<NewestValue[]> => {
  const currentData = useMemo(
    () => (results.currentData && ranges.currentData ? newestOfEach(results.currentData.items, ranges.currentData.items) : undefined),
    [results.currentData, ranges.currentData],
  )
  return { currentData, ...combineQueries(results, ranges) }
}

export const useNewestValues = (user_id: number) =>
  useCombined(useListTestResultsQuery({ user_id, count: pointsOfEach, types: numericTypes, include: ['category'] }), useListReferenceRangesQuery({ user_id }))

/** Values of one checkup, the worst first. */
export const useCheckupValues = ({ id, user_id }: { id: number; user_id: number }) =>
  useCombined(useListTestPackageResultsQuery({ id, types: numericTypes, include: ['category'] }), useListReferenceRangesQuery({ user_id }))
