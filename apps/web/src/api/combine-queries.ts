/** State of an RTK Query hook. */
type QueryState = { currentData?: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }

/** Combines queries a card needs together: `failed` if one without data failed and none without data is pending. `retry` refetches the failed ones. */
export const combineQueries = (...queries: readonly QueryState[]) => {
  const missing = queries.filter(({ currentData }) => !currentData)
  return {
    failed: missing.some(({ isError }) => isError) && !missing.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const request of queries) if (request.isError) void request.refetch()
    },
  }
}
