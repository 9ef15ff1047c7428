import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../layout/Card.tsx'
import { QueryContent, type QueryViewProps, useQueryState } from './QueryView.tsx'

type CardProps = Omit<ComponentProps<typeof Card>, 'children' | 'busy' | 'count'>
type Props<Data> = CardProps &
  QueryViewProps<Data> & {
    count?: (data: Data) => number | undefined
    /** Dialogs of the card. */
    more?: ReactNode
  }

/** Card of one query with its skeleton, failure with retry, empty state and content. */
export function QueryCard<Data>({ query, error, empty, isEmpty, skeleton, children, count, more, ...card }: Props<Data>) {
  const state = useQueryState(query)
  const { data, isFailed } = state
  return (
    <Card {...card} count={data === undefined ? undefined : count?.(data)} busy={data === undefined && !isFailed}>
      <QueryContent {...{ state, query, error, empty, isEmpty, skeleton, children }} />
      {more}
    </Card>
  )
}
