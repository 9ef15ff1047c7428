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
    element.addEventListener('scroll', updateEdges, { passive: true })
    // its first call follows the next layout; a child that grows overflows the row without resizing it
    const resizeObserver = new ResizeObserver(updateEdges)
    for (const target of [element, ...element.children]) resizeObserver.observe(target)
    return () => {
      element.removeEventListener('scroll', updateEdges)
      resizeObserver.disconnect()
    }
  })
  return classes.row!
}
