/** What RTK Query says of a read. */
type Asked = { currentData?: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }

/** Several reads of which a card needs all: failed once nothing is waited for and something is missing. Trying again asks for what failed. */
export const combineQueries = (...all: readonly Asked[]) => {
  const missing = all.filter(({ currentData }) => !currentData)
  return {
    failed: missing.some(({ isError }) => isError) && !missing.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const one of all) if (one.isError) void one.refetch()
    },
  }
}
