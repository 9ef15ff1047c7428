import type { Query } from '../../ui/loading/QueryView.tsx'

/** Query that keeps the data of the previous page or filter until the next is loaded. */
export const withPreviousPage = <Data>({ data, ...query }: Query<Data> & { data?: Data | undefined }): Query<Data> => ({
  ...query,
  currentData: query.currentData ?? (query.isFetching ? data : undefined),
})
