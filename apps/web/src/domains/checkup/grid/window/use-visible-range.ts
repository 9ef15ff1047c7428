import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { covers, type Range, type Starts, visibleRange, withOverscan } from './visible-range.ts'

/** Approximate size of the page around the grid; a good first guess avoids a second render. */
const around = { width: 400, height: 170 }

/** Overscan in and against the scroll direction, and the distance to the end of the rendered range at which more is rendered. */
type Overscan = { forward: number; backward: number; threshold: number }
const rowOverscan: Overscan = { forward: 10, backward: 2, threshold: 3 }
const columnOverscan: Overscan = { forward: 5, backward: 1, threshold: 2 }

/** Scroll state of one axis. */
type Axis = { offset: number; size: number; forwards: boolean }
type View = { down: Axis; across: Axis }

const withDirectedOverscan = (visible: Range, starts: Starts, forwards: boolean, forward: number, backward: number) =>
  forwards ? withOverscan(visible, backward, forward, starts) : withOverscan(visible, forward, backward, starts)

const renderedRange = (starts: Starts, { offset, size, forwards }: Axis, overscan: Overscan, isPainted: boolean) => {
  const visible = visibleRange(starts, offset, size)
  return isPainted ? withDirectedOverscan(visible, starts, forwards, overscan.forward, overscan.backward) : visible
}

/**
 * Virtualisation: rows and columns to render. Renders the viewport first and the overscan after the first paint (`isPainted`).
 * While scrolling, several rows are rendered ahead at once: a few cost hardly more than one.
 */
export const useVisibleRange = (box: RefObject<HTMLElement | null>, down: Starts, across: Starts) => {
  const [view, setView] = useState<View>(() => ({
    down: { offset: 0, size: Math.max(320, window.innerHeight - around.height), forwards: true },
    across: { offset: 0, size: Math.max(320, window.innerWidth - around.width), forwards: true },
  }))
  // separate state: scrolling updates `view` in between and would revert it
  const [isPainted, setIsPainted] = useState(false)
  const latest = useRef({ view, down, across, isPainted })
  useLayoutEffect(() => {
    latest.current = { view, down, across, isPainted }
  })
  const requested = useRef(view)
  const last = useRef(view)
  const update = useCallback(() => {
    const element = box.current
    if (!element) return
    const current = latest.current
    const next: View = {
      down: nextAxis(last.current.down, element.scrollTop, element.clientHeight),
      across: nextAxis(last.current.across, element.scrollLeft, element.clientWidth),
    }
    last.current = next
    const hasRows = hasAll(current.down, current.view.down, next.down, rowOverscan, current.isPainted)
    const hasColumns = hasAll(current.across, current.view.across, next.across, columnOverscan, current.isPainted)
    const enoughRows = hasEnough(current.down, requested.current.down, next.down, rowOverscan, current.isPainted)
    const enoughColumns = hasEnough(current.across, requested.current.across, next.across, columnOverscan, current.isPainted)
    if (hasRows && hasColumns && enoughRows && enoughColumns) return
    const request = { down: enoughRows ? requested.current.down : next.down, across: enoughColumns ? requested.current.across : next.across }
    if (!hasRows || !hasColumns) setView(request)
    else if (requested.current.down !== request.down || requested.current.across !== request.across) startTransition(() => setView(request))
    requested.current = request
  }, [box])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(update)
    observer.observe(element)
    // wait for a painted frame in between
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsPainted(true)))
    })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [box, update])
  return {
    rows: renderedRange(down, view.down, rowOverscan, isPainted),
    columns: renderedRange(across, view.across, columnOverscan, isPainted),
    isPainted,
    update,
  }
}

const nextAxis = (from: Axis, offset: number, size: number): Axis => ({ offset, size, forwards: offset === from.offset ? from.forwards : offset > from.offset })

/** Whether the range rendered for `current` covers what is visible at `next`. */
const hasAll = (starts: Starts, current: Axis, next: Axis, overscan: Overscan, isPainted: boolean) =>
  covers(renderedRange(starts, current, overscan, isPainted), visibleRange(starts, next.offset, next.size))

/** Whether the range rendered for `requested` covers what is visible at `next`, and `threshold` more in the scroll direction. */
const hasEnough = (starts: Starts, requested: Axis, next: Axis, overscan: Overscan, isPainted: boolean) =>
  covers(
    renderedRange(starts, requested, overscan, isPainted),
    withDirectedOverscan(visibleRange(starts, next.offset, next.size), starts, next.forwards, isPainted ? overscan.threshold : 0, 0),
  )
