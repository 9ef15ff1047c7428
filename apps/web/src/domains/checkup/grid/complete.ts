import { tokyoDay } from '@sukoyaka/rules/time'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { listTestResults, type ReferenceRange, type TestResult } from '@sukoyaka/wire/record/checkup'
import { maxResults } from '@sukoyaka/wire/record/value'
import { useMemo } from 'react'
import type { Dispatch } from '../../../api/store.ts'
import { numericPart, numericTypes, resultsApi } from '../api.ts'
import { type Grid, isCut, type Row } from './model.ts'

/** All values of some items. `isCut`: an item has more than one reply can have. */
type AllResults = { items: TestResult[]; ranges: ReferenceRange[]; isCut: boolean }

export const allResultsApi = resultsApi.injectEndpoints({
  endpoints: (build) => ({
    // one request for each item, because the results of one reply are limited
    listAllResults: build.query<AllResults, { user_id: number; names: readonly string[] }>({
      queryFn: async ({ user_id, names }, _, __, send) => {
        const replies = []
        for (const name of names) {
          const input = { user_id, categories: [name], count: maxResults, types: numericTypes, include: ['range'] }
          const { data, error } = await send({ endpoint: listTestResults, input })
          if (error) return { error }
          replies.push(numericPart(data as Reply<typeof listTestResults>))
        }
        return {
          data: {
            items: replies.flatMap(({ items }) => items),
            ranges: replies.flatMap(({ ranges = [] }) => ranges),
            isCut: replies.some(({ items }) => items.length >= maxResults),
          },
        }
      },
      providesTags: ['everything', 'test_results', 'test_packages'],
    }),
  }),
})

const cutRows = (grid: Grid | undefined, isWanted: (row: Row) => boolean) =>
  grid?.groups.flatMap(({ rows }) => rows.filter((row) => isCut(row) && isWanted(row))) ?? []
const argsFor = (rows: readonly Row[]) => ({ user_id: rows[0]?.newest.user_id ?? 0, names: rows.map(({ category }) => category.name) })

/** The grid with all values of these items in their rows; no column is added. */
const completed = (grid: Grid, { items, ranges }: AllResults): Grid => {
  const byCategory = Map.groupBy(items, ({ category_id }) => category_id)
  const rangeById = new Map(ranges.map((range) => [range.id, range]))
  const complete = (row: Row): Row => {
    const results = byCategory.get(row.category.id)
    if (!results) return row
    const cells = new Map(row.cells)
    for (const result of results) {
      const key = `d${tokyoDay(result.recorded_at)}`
      if (result.test_package_id === null && !cells.has(key)) cells.set(key, result)
    }
    return { ...row, results, cells }
  }
  return {
    ...grid,
    groups: grid.groups.map((group) => ({ ...group, rows: group.rows.map(complete) })),
    rangeOf: (result) => (result.range_id === null ? undefined : rangeById.get(result.range_id)) ?? grid.rangeOf(result),
  }
}

/** The grid with all values of the wanted items; `query` has no data before they are loaded, `grid` then has what is there. */
export const useCompleteGrid = <G extends Grid | undefined>(grid: G, isWanted: (row: Row) => boolean = () => true) => {
  const cut = cutRows(grid, isWanted)
  const isNeeded = cut.length > 0
  const { currentData, data, isError, isFetching, refetch } = allResultsApi.useListAllResultsQuery(argsFor(cut), { skip: !isNeeded })
  // when one more item is cut, what was loaded of the patient stays until it is loaded too: a form on it must not be replaced
  const all = currentData ?? (data?.items[0]?.user_id === cut[0]?.newest.user_id ? data : undefined)
  const complete = useMemo(() => (grid && all ? completed(grid, all) : grid), [grid, all])
  return {
    grid: complete,
    isComplete: !isNeeded || all?.isCut === false,
    query: { currentData: isNeeded && !all ? undefined : complete, isError, isFetching, refetch },
  }
}

/** The same, loaded once; undefined if that fails. */
export const loadCompleteGrid = async (dispatch: Dispatch, grid: Grid, isWanted: (row: Row) => boolean) => {
  const cut = cutRows(grid, isWanted)
  if (!cut.length) return { grid, isComplete: true }
  const { data } = await dispatch(allResultsApi.endpoints.listAllResults.initiate(argsFor(cut), { subscribe: false }))
  return data && { grid: completed(grid, data), isComplete: !data.isCut }
}
