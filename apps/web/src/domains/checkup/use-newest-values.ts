import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { useMemo } from 'react'
import { combineQueries } from '../../api/combine-queries.ts'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { type NewestValue, newestOfEach } from './abnormal.ts'
import { numericTypes, useListReferenceRangesQuery, useListTestPackageResultsQuery, useListTestResultsQuery } from './api.ts'

const pointsOfEach = 8

/** Query of the newest results with the ranges that judged them. */
export const newestResultsArgs = (user_id: number) => ({ user_id, count: pointsOfEach, types: numericTypes, include: ['category' as const, 'range' as const] })
export const useNewestResults = (user_id: number) => useListTestResultsQuery(newestResultsArgs(user_id))

export const useNewestValues = (user_id: number): Query<NewestValue[]> => {
  const results = useNewestResults(user_id)
  const currentData = useMemo(() => {
    if (!results.currentData) return undefined
    const { items, ranges = [] } = results.currentData
    const rangeById = new Map(ranges.map((range) => [range.id, range]))
    return newestOfEach(items, ({ range_id }) => (range_id === null ? undefined : rangeById.get(range_id)))
  }, [results.currentData])
  return { ...results, currentData }
}

const useCombined = (results: Query<{ items: TestResult[] }>, ranges: Query<{ items: ReferenceRange[] }>): Query<NewestValue[]> => {
  const currentData = useMemo(() => {
    if (!results.currentData || !ranges.currentData) return undefined
    const rangeOf = new Map(ranges.currentData.items.map((range) => [range.category_id, range]))
    return newestOfEach(results.currentData.items, ({ category_id }) => rangeOf.get(category_id))
  }, [results.currentData, ranges.currentData])
  return { currentData, ...combineQueries(results, ranges) }
}

/** Values of one checkup, the worst first. */
export const useCheckupValues = ({ id, user_id }: { id: number; user_id: number }) =>
  useCombined(useListTestPackageResultsQuery({ id, types: numericTypes, include: ['category'] }), useListReferenceRangesQuery({ user_id }))
