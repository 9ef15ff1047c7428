import type { Query } from './QueryView.tsx'

/** Query that keeps the data of the previous page or filter until the next has loaded or failed. */
export const withPreviousPage = <Data>({ data, ...query }: Query<Data> & { data?: Data | undefined }): Query<Data> => ({
  ...query,
  currentData: query.currentData ?? (query.isFetching ? data : undefined),
})
