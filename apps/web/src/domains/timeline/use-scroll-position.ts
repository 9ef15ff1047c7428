import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Counts } from './use-stream.tsx'

/** The topmost visible item, how many pixels of it are above the top edge, and how many older and newer pages were requested. */
type StoredPosition = { anchor: string; above: number; counts: Counts }

const storageKeyOf = (key: string) => `timeline ${key}`

/** Scroll position of a history entry, stored in sessionStorage. */
export const readStoredPosition = (key: string): StoredPosition | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKeyOf(key)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const itemsIn = (list: HTMLElement) => list.querySelectorAll<HTMLElement>('[data-item]')

/** First item not above the top edge. Binary search, because items are in order and measuring forces layout. */
const findTopItem = (list: HTMLElement, edge: number): HTMLElement | undefined => {
  const items = itemsIn(list)
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (items[middle]!.getBoundingClientRect().bottom > edge) to = middle
    else from = middle + 1
  }
  return items[from]
}

type Elements = { scroller: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> }

/** Saves the scroll position, reports the visible month, and restores the position after going back or reloading. */
export const useScrollRestoration = (
  key: string,
  { scroller, list }: Elements,
  counts: Counts,
  isReady: boolean,
  onMonth: (month: string | undefined) => void,
) => {
  const restored = useRef(readStoredPosition(key))
  const latest = useRef({ counts, onMonth })
  latest.current = { counts, onMonth }
  useLayoutEffect(() => {
    const stored = restored.current
    if (!isReady || !stored || !scroller.current) return
    restored.current = undefined
    const item = document.getElementById(stored.anchor)
    if (!item) return
    const box = scroller.current
    const move = () => box.scrollBy(0, item.getBoundingClientRect().top - box.getBoundingClientRect().top + stored.above)
    move()
    // adjust once more after items in view have rendered at their own height
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
      const item = findTopItem(list.current, edge + 8)
      latest.current.onMonth(item?.dataset.month)
      if (item && !restored.current)
        sessionStorage.setItem(
          storageKeyOf(key),
          JSON.stringify({ anchor: item.id, above: edge - item.getBoundingClientRect().top, counts: latest.current.counts }),
        )
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
