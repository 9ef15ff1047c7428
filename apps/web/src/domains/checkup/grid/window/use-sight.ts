import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { covers, inSight, type Range, type Starts, widened } from './sight.ts'

/** Approximate size of the page around the grid; a good first guess avoids a second render. */
const around = { width: 400, height: 170 }

/** Overscan in and against the scroll direction, and the distance to its end at which more is rendered. */
type More = { ahead: number; behind: number; near: number }
const moreRows: More = { ahead: 10, behind: 2, near: 3 }
const moreColumns: More = { ahead: 5, behind: 1, near: 2 }

/** Scroll state of one axis at the last decision on what to render. */
type Axis = { offset: number; size: number; forwards: boolean }
type View = { down: Axis; across: Axis }

const towards = (sight: Range, starts: Starts, forwards: boolean, ahead: number, behind: number) =>
  forwards ? widened(sight, behind, ahead, starts) : widened(sight, ahead, behind, starts)

const drawn = (starts: Starts, { offset, size, forwards }: Axis, more: More, rests: boolean) => {
  const sight = inSight(starts, offset, size)
  return rests ? towards(sight, starts, forwards, more.ahead, more.behind) : sight
}

/**
 * Virtualisation: rows and columns to render. Renders the viewport first and the overscan after paint (`rests`).
 * While scrolling it renders several rows ahead at once: a few cost hardly more than one.
 */
export const useSight = (box: RefObject<HTMLElement | null>, down: Starts, across: Starts) => {
  const [view, setView] = useState<View>(() => ({
    down: { offset: 0, size: Math.max(320, window.innerHeight - around.height), forwards: true },
    across: { offset: 0, size: Math.max(320, window.innerWidth - around.width), forwards: true },
  }))
  // separate state: scrolling updates `view` in between and would revert it
  const [rests, setRests] = useState(false)
  const now = useRef({ view, down, across, rests })
  useLayoutEffect(() => {
    now.current = { view, down, across, rests }
  })
  const asked = useRef(view)
  const last = useRef(view)
  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const is = now.current
    const next: View = {
      down: moved(last.current.down, element.scrollTop, element.clientHeight),
      across: moved(last.current.across, element.scrollLeft, element.clientWidth),
    }
    last.current = next
    const hasRows = hasAll(is.down, is.view.down, next.down, moreRows, is.rests)
    const hasColumns = hasAll(is.across, is.view.across, next.across, moreColumns, is.rests)
    const enoughRows = hasEnough(is.down, asked.current.down, next.down, moreRows, is.rests)
    const enoughColumns = hasEnough(is.across, asked.current.across, next.across, moreColumns, is.rests)
    if (hasRows && hasColumns && enoughRows && enoughColumns) return
    const ask = { down: enoughRows ? asked.current.down : next.down, across: enoughColumns ? asked.current.across : next.across }
    if (!hasRows || !hasColumns) setView(ask)
    else if (asked.current.down !== ask.down || asked.current.across !== ask.across) startTransition(() => setView(ask))
    asked.current = ask
  }, [box])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(look)
    watch.observe(element)
    // wait for a painted frame in between
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setRests(true)))
    })
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [box, look])
  return { rows: drawn(down, view.down, moreRows, rests), columns: drawn(across, view.across, moreColumns, rests), rests, look }
}

const moved = (from: Axis, offset: number, size: number): Axis => ({ offset, size, forwards: offset === from.offset ? from.forwards : offset > from.offset })

const hasAll = (starts: Starts, is: Axis, next: Axis, more: More, rests: boolean) =>
  covers(drawn(starts, is, more, rests), inSight(starts, next.offset, next.size))

const hasEnough = (starts: Starts, asked: Axis, next: Axis, more: More, rests: boolean) =>
  covers(drawn(starts, asked, more, rests), towards(inSight(starts, next.offset, next.size), starts, next.forwards, rests ? more.near : 0, 0))
