import type { Query } from '../../ui/loading/QueryView.tsx'

/** A page of a list, and until it is loaded the page or filter shown before. */
export const withPreviousPage = <Data>({ data, ...query }: Query<Data> & { data?: Data | undefined }): Query<Data> => ({
  ...query,
  currentData: query.currentData ?? (query.isFetching ? data : undefined),
})
