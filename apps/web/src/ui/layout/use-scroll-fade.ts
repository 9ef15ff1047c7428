import { type RefObject, useEffect } from 'react'
import classes from './ScrollFade.module.css'

/** Horizontally scrollable row whose overflowing edges fade. Returns the class of the row. */
export const useScrollFade = (row: RefObject<HTMLElement | null>): string => {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const updateEdges = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.toggleAttribute('data-more-before', scrollLeft > 1)
      element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    updateEdges()
    element.addEventListener('scroll', updateEdges, { passive: true })
    const resizeObserver = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(updateEdges)
    // a child that grows overflows the row without resizing it
    for (const target of [element, ...element.children]) resizeObserver?.observe(target)
    return () => {
      element.removeEventListener('scroll', updateEdges)
      resizeObserver?.disconnect()
    }
  })
  return classes.row!
}
