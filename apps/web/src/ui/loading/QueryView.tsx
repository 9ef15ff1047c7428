import type { ReactNode } from 'react'
import { Empty, ErrorState } from '../layout/Empty.tsx'
import classes from './QueryView.module.css'
import { SkeletonLines, useSkeleton } from './Skeleton.tsx'

/** State of an RTK Query hook. For several hooks see `combineQueries`. */
export type Query<Data> = { currentData?: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }

/** Whether a load failed and nothing was loaded before. */
export const hasFailed = ({ currentData, isError, isFetching }: Query<unknown>) => isError && currentData === undefined && !isFetching

/** What to show of a query: the skeleton of a slow load, then the data or the failure. All three are unset during the first 150 ms of a load. */
export const useQueryState = <Data,>(query: Query<Data>) => {
  const { currentData } = query
  const isFailed = hasFailed(query)
  const isSkeletonShown = useSkeleton(currentData === undefined && !isFailed)
  return { data: isSkeletonShown ? undefined : currentData, isFailed: isFailed && !isSkeletonShown, isSkeletonShown }
}

export type QueryViewProps<Data> = {
  query: Query<Data>
  /** Title of the failure, shown with a retry button. */
  error: string
  /** Shown for an empty list: a title or an `<Empty>`. */
  empty?: ReactNode
  /** By default, data with an empty array `items` is empty. */
  isEmpty?: (data: Data) => boolean
  /** Reserves its space from the start and becomes visible in a slow load. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

const hasNoItems = (data: unknown) => typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items) && data.items.length === 0

type State<Data> = ReturnType<typeof useQueryState<Data>>

/** Content for a state of `useQueryState`; `QueryView` and `QueryCard` combine the two. */
export function QueryContent<Data>({ state, query, error, empty, isEmpty = hasNoItems, skeleton, children }: QueryViewProps<Data> & { state: State<Data> }) {
  const { data, isFailed, isSkeletonShown } = state
  if (isFailed) return <ErrorState title={error} onRetry={() => void query.refetch()} />
  if (data === undefined) return <div className={isSkeletonShown ? undefined : classes.reserved}>{skeleton ?? <SkeletonLines count={3} />}</div>
  if (empty !== undefined && isEmpty(data)) return typeof empty === 'string' ? <Empty title={empty} /> : empty
  return children(data)
}

/** Skeleton, failure with retry, empty state or content of a query, without a frame. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const state = useQueryState(props.query)
  return (
    <div aria-busy={(state.data === undefined && !state.isFailed) || undefined} className={classes.view}>
      <QueryContent {...props} state={state} />
    </div>
  )
}
