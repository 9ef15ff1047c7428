import type { Query } from '../../ui/loading/QueryView.tsx'
import { PageError } from '../../ui/page/page-error.ts'

const isNotFound = (error: unknown) => typeof error === 'object' && error !== null && 'status' in error && error.status === 404

/** Throws 404 if the query of a record failed with 404. To be called during the render of a page, which the error page then replaces. */
export const throwIfNotFound = ({ currentData, isFetching, error }: Query<unknown> & { error?: unknown }) => {
  if (currentData === undefined && !isFetching && isNotFound(error)) throw new PageError(404)
}
