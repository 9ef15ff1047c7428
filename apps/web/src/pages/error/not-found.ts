import type { Query } from '../../ui/loading/QueryView.tsx'
import { PageError } from '../../ui/page/page-error.ts'

const isNotFound = (error: unknown) => typeof error === 'object' && error !== null && 'status' in error && error.status === 404

/** Shows the error page for a record that does not exist, during the render of its page. */
export const throwIfNotFound = ({ currentData, isFetching, error }: Query<unknown> & { error?: unknown }) => {
  if (currentData === undefined && !isFetching && isNotFound(error)) throw new PageError(404)
}
