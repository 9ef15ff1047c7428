import type { Query } from './QueryView.tsx'

type Kept<Data> = Query<Data> & { data?: Data | undefined; error?: unknown }

/** Query that keeps the data of the previous page or filter until the next has loaded or failed; a retry does not bring it back. */
export const withPreviousPage = <Data>({ data, error, ...query }: Kept<Data>): Query<Data> => ({
  ...query,
  currentData: query.currentData ?? (query.isFetching && error === undefined ? data : undefined),
})
