import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../layout/Card.tsx'
import { QueryContent, type QueryViewProps, useQueryState } from './QueryView.tsx'

type CardProps = Omit<ComponentProps<typeof Card>, 'children' | 'busy' | 'count' | 'title' | 'action'>
/** A node, or a function that makes it from the data shown. The data is undefined during a load and after a failed load. */
type NodeOf<Data> = ReactNode | ((data: Data | undefined) => ReactNode)
type Props<Data> = CardProps &
  QueryViewProps<Data> & {
    title: NodeOf<Data>
    action?: NodeOf<Data>
    count?: (data: Data) => number | undefined
    /** Dialogs of the card. */
    more?: ReactNode
  }

/** Card of one query with its skeleton, failure with retry, empty state and content. */
export function QueryCard<Data>({ query, error, empty, isEmpty, skeleton, children, title, action, count, more, ...card }: Props<Data>) {
  const state = useQueryState(query)
  const { data, isFailed } = state
  const nodeOf = (node: NodeOf<Data>) => (typeof node === 'function' ? node(data) : node)
  return (
    <Card {...card} title={nodeOf(title)} action={nodeOf(action)} count={data === undefined ? undefined : count?.(data)} busy={data === undefined && !isFailed}>
      <QueryContent {...{ state, query, error, empty, isEmpty, skeleton, children }} />
      {more}
    </Card>
  )
}
