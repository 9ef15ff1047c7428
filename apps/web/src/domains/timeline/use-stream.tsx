import type { listTimeline, TimelineItem } from '@sukoyaka/wire/boards/timeline'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useListTimelineQuery } from './api.ts'
import type { Filter } from './place.ts'

type Ask = Input<typeof listTimeline>
type Part = { data: Reply<typeof listTimeline> | undefined; failed: boolean; retry: () => void }
const keyOf = (ask: Ask) => JSON.stringify(ask)

/** Subscribes to one page of the timeline and passes its state up. */
function Reading({ ask, onRead }: { ask: Ask; onRead: (key: string, part: Part) => void }) {
  const { currentData, isError, isFetching, refetch } = useListTimelineQuery(ask)
  const failed = isError && !isFetching && !currentData
  // by key, because the object changes on every render
  const key = keyOf(ask)
  useEffect(() => onRead(key, { data: currentData, failed, retry: () => void refetch() }), [key, currentData, failed, refetch, onRead])
  return null
}

/** Requests of the pages, as far as their cursors are known. */
const asksOf = (base: Ask, filters: Ask, parts: ReadonlyMap<string, Part>, counts: Counts) => {
  const walk = (turn: 'older' | 'newer', max: number) => {
    const asks: Ask[] = []
    let ask = base
    for (let at = 0; at < max; at++) {
      const next = parts.get(keyOf(ask))?.data?.[turn]
      if (!next) break
      ask = { ...filters, [turn === 'older' ? 'before' : 'after']: next }
      asks.push(ask)
    }
    return asks
  }
  return [...walk('newer', counts.newer).toReversed(), base, ...walk('older', counts.older)]
}

export type Counts = { older: number; newer: number }
export type Stream = {
  items: TimelineItem[]
  /** Nothing has loaded yet. */
  waiting: boolean
  failed: boolean
  retry: () => void
  /** Further pages are loading. */
  loading: boolean
  older: (() => void) | undefined
  newer: (() => void) | undefined
  counts: Counts
  /** Subscribes to the pages; renders nothing visible and must be mounted. */
  reading: ReactNode
}

/** Loaded part of the timeline, refetched on changes. Each filter needs its own component instance. */
export const useStream = (user_id: number, { kinds, q, month }: Filter, item: string | undefined, begin: Counts): Stream => {
  const filters = useMemo<Ask>(() => ({ user_id, ...(kinds.length && { kinds }), ...(q && { q }) }), [user_id, kinds, q])
  const base = useMemo<Ask>(() => ({ ...filters, ...(month ? { month } : item ? { item } : undefined) }), [filters, month, item])
  const [parts, setParts] = useState<ReadonlyMap<string, Part>>(new Map())
  const [counts, setCounts] = useState(begin)
  const onRead = useCallback((key: string, part: Part) => {
    setParts((before) => {
      const held = before.get(key)
      return held && held.data === part.data && held.failed === part.failed ? before : new Map(before).set(key, part)
    })
  }, [])
  const asks = asksOf(base, filters, parts, counts)
  const read = asks.map((ask) => parts.get(keyOf(ask)))
  const come = read.flatMap((part) => part?.data?.items ?? [])
  const missing = read.some((part) => !part?.data)
  const shown = useRef(come)
  // keep the previous items while pages refetch, so that the scroll position does not jump
  if (!missing || come.length >= shown.current.length) shown.current = come
  const [top, end] = [read[0], read.at(-1)]
  const failing = read.find((part) => part?.failed)
  const items = shown.current
  return {
    items,
    waiting: items.length === 0 && missing && !failing,
    failed: failing !== undefined,
    retry: () => failing?.retry(),
    loading: missing && !failing,
    older: !missing && end?.data?.older ? () => setCounts((now) => ({ ...now, older: now.older + 1 })) : undefined,
    newer: !missing && top?.data?.newer ? () => setCounts((now) => ({ ...now, newer: now.newer + 1 })) : undefined,
    counts,
    reading: asks.map((ask) => <Reading key={keyOf(ask)} ask={ask} onRead={onRead} />),
  }
}
