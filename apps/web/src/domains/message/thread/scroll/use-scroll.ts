import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { idOfRow, type Row } from '../rows.ts'
import type { Thread } from '../thread.ts'
import type { useMarkAsRead } from '../use-mark-as-read.ts'
import { isFollowing, type Position } from './follow.ts'

/** Distance to either end, in pixels, within which more messages load. */
const loadThreshold = 900

/** Scroll target: a message; without `id` the end, or while `count` is 0 the first unread message, if any. A new `count` scrolls again. */
export type Goal = { id: number | undefined; count: number }

type Options = {
  thread: Thread
  rows: readonly Row[]
  /** Whether messages after the last row are not loaded. */
  hasNewer: boolean
  goal: Goal
  /** Whether the list is at the end and follows new messages. */
  isAtEnd: RefObject<boolean>
  markAsRead: ReturnType<typeof useMarkAsRead>
  clearNewMessages: () => void
}

/** Whether rows were prepended, so that the virtualizer keeps the scroll position. */
const useIsShifted = (rows: readonly Row[]) => {
  const first = rows[0]?.key
  const firstBefore = useRef(first)
  const isShifted = first !== firstBefore.current && rows.some(({ key }) => key === firstBefore.current)
  useLayoutEffect(() => {
    firstBefore.current = first
  }, [first])
  return isShifted
}

/** Focuses the message jumped to, and highlights it for a moment. */
const useHighlight = (scroller: RefObject<HTMLElement | null>) => {
  const [highlighted, setHighlighted] = useState<number>()
  useEffect(() => {
    if (highlighted === undefined) return
    scroller.current?.querySelector<HTMLElement>(`[data-message="${highlighted}"]`)?.focus({ preventScroll: true })
    const timer = setTimeout(() => setHighlighted(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [highlighted, scroller])
  return { highlighted, setHighlighted }
}

/** Scrolling of the message list: the initial position, following the end, loading at both ends and marking visible messages as read. */
export const useScroll = ({ thread, rows, hasNewer, goal, isAtEnd, markAsRead: { isCovered, markVisible, markEmptyRoom }, clearNewMessages }: Options) => {
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useRef(rows)
  latest.current = rows
  const isPositioned = useRef(false)
  const position = useRef<Position>(undefined)
  const [isScrolledUp, setIsScrolledUp] = useState(false)
  const [isShown, setShown] = useState(!rows.length)
  const isShifted = useIsShifted(rows)
  const { highlighted, setHighlighted } = useHighlight(scroller)

  const update = useCallback(() => {
    if (!thread.read().loaded.messages.length) void markEmptyRoom()
    const own = list.current
    if (!own || !isPositioned.current || own.viewportSize === 0) return
    const below = own.scrollSize - own.scrollOffset - own.viewportSize
    if (own.scrollOffset < loadThreshold) void thread.loadOlder()
    if (below < loadThreshold) void thread.loadNewer()
    const [from, to] = [own.findItemIndex(own.scrollOffset + 8), own.findItemIndex(own.scrollOffset + own.viewportSize - 24)]
    markVisible(latest.current.slice(from, to + 1).flatMap((row) => ('message' in row ? [row.message] : [])))
  }, [thread, markVisible, markEmptyRoom])
  const onScroll = () => {
    const own = list.current
    if (!own || !isPositioned.current) return
    const now = { offset: own.scrollOffset, size: own.scrollSize, below: own.scrollSize - own.scrollOffset - own.viewportSize }
    isAtEnd.current = !thread.read().loaded.hasNewer && isFollowing(isAtEnd.current, position.current, now)
    position.current = now
    setIsScrolledUp(!isAtEnd.current)
    if (isAtEnd.current) clearNewMessages()
    update()
  }
  const toEnd = () => {
    // row sizes are estimates at first, so the end can be above the current offset: moving there is not the user scrolling up
    position.current = undefined
    list.current?.scrollToIndex(latest.current.length - 1, { align: 'end' })
  }

  // initial position: the requested message, the first unread one, or the end
  const hasRows = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once messages exist and on each new scroll target
  useLayoutEffect(() => {
    if (!hasRows) return
    const wanted = goal.id ?? (goal.count === 0 ? rows.find((row) => 'message' in row && row.isFirstUnread && idOfRow(row)) : undefined)
    const at = typeof wanted === 'number' ? rows.findIndex((row) => idOfRow(row) === wanted) : wanted ? rows.indexOf(wanted as Row) : -1
    isAtEnd.current = at < 0 && !hasNewer
    if (at >= 0) list.current?.scrollToIndex(at, typeof wanted === 'number' ? { align: 'center' } : { align: 'start', offset: -16 })
    else toEnd()
    if (goal.id !== undefined && at >= 0) setHighlighted(goal.id)
    const timer = setTimeout(() => {
      isPositioned.current = true
      setShown(true)
      // in a low window the room scrolls around the list
      scroller.current?.scrollIntoView?.({ block: 'nearest' })
      onScroll()
    }, 120)
    return () => clearTimeout(timer)
  }, [hasRows, goal.count])

  const last = rows.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last row changes
  useLayoutEffect(() => {
    if (isPositioned.current && isAtEnd.current) toEnd()
  }, [last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows, or rows that are no longer covered, can be visible or leave space for more
  useEffect(() => {
    const timer = setTimeout(update, 50)
    return () => clearTimeout(timer)
  }, [rows, isCovered])
  useEffect(() => {
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [update])

  return { list, scroller, isShifted, isScrolledUp, isShown, highlighted, onScroll, toEnd }
}
