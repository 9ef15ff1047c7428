import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { useMemo } from 'react'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { type NewestValue, newestOfEach } from './abnormal.ts'
import { numericTypes, useListTestPackageResultsQuery, useListTestResultsQuery } from './api.ts'

const pointsOfEach = 8

/** Query of the newest results of each item, with the ranges by which they were judged. */
export const newestResultsArgs = (user_id: number) => ({
  user_id,
  count: pointsOfEach,
  types: numericTypes,
  include: ['category' as const, 'range' as const, 'untold' as const],
})
export const useNewestResults = (user_id: number) => useListTestResultsQuery(newestResultsArgs(user_id))

type Results = { items: TestResult[]; ranges?: ReferenceRange[] | undefined; untold?: TestResult[] | undefined }

export const rangesById = (ranges: readonly ReferenceRange[] = []) => {
  const rangeById = new Map(ranges.map((range) => [range.id, range]))
  return ({ range_id }: TestResult) => (range_id === null ? undefined : rangeById.get(range_id))
}

const useValues = (results: Query<Results>, withUntold = false): Query<NewestValue[]> => {
  const currentData = useMemo(() => {
    if (!results.currentData) return undefined
    const { items, ranges, untold } = results.currentData
    return newestOfEach(items, rangesById(ranges), withUntold ? untold : [])
  }, [results.currentData, withUntold])
  return { ...results, currentData }
}

/** Newest value of each item, the worst first. */
export const useNewestValues = (user_id: number) => useValues(useNewestResults(user_id))

/** The same, but of an item with a critical value of which the patient was not told that value, even if a later one is not critical. */
export const useConcernValues = (user_id: number) => useValues(useNewestResults(user_id), true)

/** All values of one checkup, with the ranges by which they were judged. */
export const useCheckupResults = ({ id }: { id: number }) => useListTestPackageResultsQuery({ id, types: numericTypes, include: ['category', 'range'] })

/** Newest value of each item in one checkup, the worst first. */
export const useCheckupValues = (checkup: { id: number }) => useValues(useCheckupResults(checkup))
