import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { useMemo } from 'react'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { type NewestValue, newestOfEach } from './abnormal.ts'
import { numericTypes, useListTestPackageResultsQuery, useListTestResultsQuery } from './api.ts'

const pointsOfEach = 8

/** Query of the newest results of each item, with the ranges by which they were judged. */
export const newestResultsArgs = (user_id: number) => ({ user_id, count: pointsOfEach, types: numericTypes, include: ['category' as const, 'range' as const] })
export const useNewestResults = (user_id: number) => useListTestResultsQuery(newestResultsArgs(user_id))

const useValues = (results: Query<{ items: TestResult[]; ranges?: ReferenceRange[] | undefined }>): Query<NewestValue[]> => {
  const currentData = useMemo(() => {
    if (!results.currentData) return undefined
    const { items, ranges = [] } = results.currentData
    const rangeById = new Map(ranges.map((range) => [range.id, range]))
    return newestOfEach(items, ({ range_id }) => (range_id === null ? undefined : rangeById.get(range_id)))
  }, [results.currentData])
  return { ...results, currentData }
}

/** Newest value of each item, the worst first. */
export const useNewestValues = (user_id: number) => useValues(useNewestResults(user_id))

/** Newest value of each item in one checkup, the worst first. */
export const useCheckupValues = ({ id }: { id: number }) =>
  useValues(useListTestPackageResultsQuery({ id, types: numericTypes, include: ['category', 'range'] }))
