import type { listTimeline, TimelineItem } from '@sukoyaka/wire/boards/timeline'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { combineQueries } from '../../api/combine-queries.ts'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { useListTimelineQuery } from './api.ts'
import type { Filter } from './filter-url.ts'

type PageQuery = Input<typeof listTimeline>
type Part = Query<Reply<typeof listTimeline>>
/** State of a page that has not rendered yet. */
const pending: Part = { isError: false, isFetching: true, refetch: () => undefined }
const keyOf = (pageQuery: PageQuery) => JSON.stringify(pageQuery)

/** Subscribes to one page of the timeline and passes its state up. */
function Reading({ pageQuery, onRead }: { pageQuery: PageQuery; onRead: (key: string, part: Part) => void }) {
  const { currentData, isError, isFetching, refetch } = useListTimelineQuery(pageQuery)
  // by key, because the object changes on every render
  const key = keyOf(pageQuery)
  useEffect(() => onRead(key, { currentData, isError, isFetching, refetch }), [key, currentData, isError, isFetching, refetch, onRead])
  return null
}

/** Requests of the pages, as far as their cursors are known. */
const pageQueriesOf = (base: PageQuery, filters: PageQuery, parts: ReadonlyMap<string, Part>, counts: Counts) => {
  const walk = (direction: 'older' | 'newer', max: number) => {
    const pageQueries: PageQuery[] = []
    let pageQuery = base
    for (let at = 0; at < max; at++) {
      const next = parts.get(keyOf(pageQuery))?.currentData?.[direction]
      if (!next) break
      pageQuery = { ...filters, [direction === 'older' ? 'before' : 'after']: next }
      pageQueries.push(pageQuery)
    }
    return pageQueries
  }
  return [...walk('newer', counts.newer).toReversed(), base, ...walk('older', counts.older)]
}

export type Counts = { older: number; newer: number }
export type Stream = {
  /** The items as soon as a page has loaded. */
  items: Query<TimelineItem[]>
  /** What follows the items, when all requested pages have loaded: without `older` the timeline ends there. */
  end: Query<{ older: (() => void) | undefined }>
  newer: (() => void) | undefined
  counts: Counts
  /** Subscribes to the pages; renders nothing visible and must be mounted. */
  reading: ReactNode
}

/** Loaded part of the timeline, refetched on changes. Each filter needs its own component instance. */
export const useStream = (user_id: number, { kinds, q, month }: Filter, item: string | undefined, initialCounts: Counts): Stream => {
  const filters = useMemo<PageQuery>(() => ({ user_id, ...(kinds.length && { kinds }), ...(q && { q }) }), [user_id, kinds, q])
  const base = useMemo<PageQuery>(() => ({ ...filters, ...(month ? { month } : item ? { item } : undefined) }), [filters, month, item])
  const [parts, setParts] = useState<ReadonlyMap<string, Part>>(new Map())
  const [counts, setCounts] = useState(initialCounts)
  const onRead = useCallback((key: string, part: Part) => {
    setParts((before) => new Map(before).set(key, part))
  }, [])
  const pageQueries = pageQueriesOf(base, filters, parts, counts)
  const read = pageQueries.map((pageQuery) => parts.get(keyOf(pageQuery)) ?? pending)
  const loadedItems = read.flatMap(({ currentData }) => currentData?.items ?? [])
  const missing = read.some(({ currentData }) => !currentData)
  const lastItems = useRef(loadedItems)
  // keep the previous items while pages refetch, so that the scroll position does not jump
  if (!missing || loadedItems.length >= lastItems.current.length) lastItems.current = loadedItems
  const [newest, oldest] = [read[0]?.currentData, read.at(-1)?.currentData]
  const state = combineQueries(...read)
  const older = oldest?.older ? () => setCounts((now) => ({ ...now, older: now.older + 1 })) : undefined
  return {
    items: { currentData: missing && lastItems.current.length === 0 ? undefined : lastItems.current, ...state },
    end: { currentData: missing ? undefined : { older }, ...state },
    newer: !missing && newest?.newer ? () => setCounts((now) => ({ ...now, newer: now.newer + 1 })) : undefined,
    counts,
    reading: pageQueries.map((pageQuery) => <Reading key={keyOf(pageQuery)} pageQuery={pageQuery} onRead={onRead} />),
  }
}
