/** State of an RTK Query hook. */
type QueryState = { currentData?: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }

/**
 * Combines queries whose data a view needs together, for `{ currentData, ...combineQueries(a, b) }`. The combination has failed if a query
 * without data failed and no query without data is pending; `refetch` repeats the failed queries.
 */
export const combineQueries = (...queries: readonly QueryState[]) => {
  const missing = queries.filter(({ currentData }) => !currentData)
  const isError = missing.some((query) => query.isError)
  const isFetching = missing.some((query) => query.isFetching)
  const refetch = () => {
    for (const query of queries) if (query.isError) void query.refetch()
  }
  return { isError, isFetching, refetch, failed: isError && !isFetching, retry: refetch }
}
