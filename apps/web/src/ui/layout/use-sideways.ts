import { type RefObject, useEffect } from 'react'
import classes from './Sideways.module.css'

/** Horizontally scrollable row whose overflowing edges fade. Returns the class of the row. */
export const useSideways = (row: RefObject<HTMLElement | null>): string => {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.toggleAttribute('data-more-before', scrollLeft > 1)
      element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const resized = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look)
    // the children can render after the row
    for (const target of [element, ...element.children]) resized?.observe(target)
    return () => {
      element.removeEventListener('scroll', look)
      resized?.disconnect()
    }
  })
  return classes.row!
}
