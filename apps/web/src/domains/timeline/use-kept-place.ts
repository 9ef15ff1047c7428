import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Counts } from './use-stream.tsx'

/** Where somebody stood: the uppermost item in sight and how far it had gone up, and how many pages there were. */
type Kept = { anchor: string; above: number; counts: Counts }

const nameOf = (key: string) => `timeline ${key}`

/** Of an entry of the browser's history; gone with the window. */
export const keptPlace = (key: string): Kept | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const itemsIn = (list: HTMLElement) => list.querySelectorAll<HTMLElement>('[data-item]')

/** The first item that is not yet above the upper edge. They stand in order, so that few are measured. */
const uppermost = (list: HTMLElement, edge: number): HTMLElement | undefined => {
  const items = itemsIn(list)
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (items[middle]!.getBoundingClientRect().bottom > edge) to = middle
    else from = middle + 1
  }
  return items[from]
}

type Places = { scroller: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> }

/** Keeps the place while one scrolls, tells the month that is in sight, and takes it up again after the back button or a reload. */
export const useKeptPlace = (key: string, { scroller, list }: Places, counts: Counts, isReady: boolean, onMonth: (month: string | undefined) => void) => {
  const kept = useRef(keptPlace(key))
  const latest = useRef({ counts, onMonth })
  latest.current = { counts, onMonth }
  useLayoutEffect(() => {
    const place = kept.current
    if (!isReady || !place || !scroller.current) return
    kept.current = undefined
    const item = document.getElementById(place.anchor)
    if (!item) return
    const box = scroller.current
    const move = () => box.scrollBy(0, item.getBoundingClientRect().top - box.getBoundingClientRect().top + place.above)
    move()
    // what came into sight has its own height only now
    requestAnimationFrame(move)
  }, [isReady, scroller])
  useEffect(() => {
    const box = scroller.current
    if (!box || !isReady) return
    let frame = 0
    const look = () => {
      frame = 0
      if (!list.current) return
      const edge = box.getBoundingClientRect().top
      const item = uppermost(list.current, edge + 8)
      latest.current.onMonth(item?.dataset.month)
      if (item && !kept.current)
        sessionStorage.setItem(nameOf(key), JSON.stringify({ anchor: item.id, above: edge - item.getBoundingClientRect().top, counts: latest.current.counts }))
    }
    const onScroll = () => {
      if (!frame) frame = requestAnimationFrame(look)
    }
    look()
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      box.removeEventListener('scroll', onScroll)
    }
  }, [key, isReady, scroller, list])
}
