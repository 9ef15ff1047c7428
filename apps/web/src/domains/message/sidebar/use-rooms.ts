import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shallowEqual } from 'react-redux'
import { combineQueries } from '../../../api/combine-queries.ts'
import { useAppDispatch, useAppSelector } from '../../../api/store.ts'
import { messageApi } from '../api.ts'
import type { RoomQuery } from './filter.ts'

export const openDelayMs = 300
export const pollIntervalMs = 3000
const { listMessageRooms } = messageApi.endpoints

/** Deduplicates by id, because a row can move between two pages while they load. */
const uniqueById = (rooms: MessageRoom[]) => [...new Map(rooms.map((room) => [room.id, room])).values()]

/** Keeps the order of the shown rows, including rows that are no longer in the list; new rows come last. Used while `useOrderLock` locks the order. */
export const inShownOrder = (shownRooms: readonly MessageRoom[], rooms: readonly MessageRoom[]) => {
  const roomById = new Map(rooms.map((room) => [room.id, room]))
  const updated = shownRooms.map((room) => roomById.get(room.id) ?? room)
  const known = new Set(shownRooms.map(({ id }) => id))
  return [...updated, ...rooms.filter(({ id }) => !known.has(id))]
}

/** `delayMs`: wait before a list loads. `shouldPoll`: whether to poll now. A list that is updated by events polls only while the event stream is down. */
type Polling = { delayMs: number; shouldPoll: () => boolean }
const sidebarPolling: Polling = { delayMs: openDelayMs, shouldPoll: () => true }

/** Loaded pages of a room list. `background` requests, which do not extend the session, poll them while the window is visible and `shouldPoll()`. */
export function useRooms(query: Omit<RoomQuery, 'page'>, open: boolean, isOrderLocked: () => boolean, { delayMs, shouldPoll }: Polling = sidebarPolling) {
  const dispatch = useAppDispatch()
  const [ready, setReady] = useState(false)
  const queryKey = JSON.stringify(query)
  const [loaded, setLoaded] = useState({ queryKey, count: 1 })
  const count = loaded.queryKey === queryKey ? loaded.count : 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: `queryKey` represents the query
  const pages = useMemo(() => Array.from({ length: count }, (_, at): RoomQuery => ({ ...query, page: at + 1 })), [queryKey, count])

  useEffect(() => {
    if (!open) return setReady(false)
    const timer = setTimeout(() => setReady(true), delayMs)
    return () => clearTimeout(timer)
  }, [open, delayMs])

  useEffect(() => {
    if (!ready) return
    const subscriptions = pages.map((page) => dispatch(listMessageRooms.initiate(page)))
    const refresh = () => {
      if (document.hidden || !shouldPoll()) return
      for (const page of pages) void dispatch(listMessageRooms.initiate({ ...page, background: true }, { subscribe: false, forceRefetch: true }))
    }
    const timer = setInterval(refresh, pollIntervalMs)
    return () => {
      clearInterval(timer)
      for (const page of subscriptions) page.unsubscribe()
    }
  }, [ready, pages, shouldPoll, dispatch])

  const selectors = useMemo(() => pages.map((page) => listMessageRooms.select(page)), [pages])
  // the store's type does not say that the api is loaded
  const states = useAppSelector((state) => selectors.map((select) => select(state as never)), shallowEqual)
  const queries = states.map(({ data, isError }, at) => ({
    currentData: data,
    isError,
    isFetching: !data && !isError,
    refetch: () => dispatch(listMessageRooms.initiate(pages[at]!, { subscribe: false, forceRefetch: true })),
  }))

  const [first, ...further] = queries
  const last = queries.at(-1)
  const latest = uniqueById(queries.flatMap(({ currentData }) => currentData?.items ?? []))
  const lastShown = useRef<{ queryKey: string; rooms: MessageRoom[] }>({ queryKey, rooms: [] })
  const rooms = lastShown.current.queryKey === queryKey && isOrderLocked() ? inShownOrder(lastShown.current.rooms, latest) : latest
  useEffect(() => {
    lastShown.current = { queryKey, rooms }
  })

  const next = last?.currentData?.next_page
  const more = useCallback(() => {
    if (next) setLoaded({ queryKey, count: next })
  }, [next, queryKey])
  return {
    rooms,
    /** The list, as soon as its first page has loaded. */
    query: { ...first!, currentData: first?.currentData && rooms },
    further: combineQueries(...further),
    total: first?.currentData?.total_count,
    hasMore: Boolean(next),
    more,
  }
}
