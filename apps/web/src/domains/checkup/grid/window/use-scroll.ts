import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Place } from '../keyboard.ts'
import { stickyWidthOf } from './sizes.ts'
import type { Layout } from './use-layout.ts'
import { offsetToReveal } from './visible-range.ts'

type Box = RefObject<HTMLElement | null>

/** Focuses the active cell after keyboard navigation, scrolled clear of the sticky cells and of `covered` pixels at the right edge. */
export const useCellFocus = (box: Box, { sizes, lead, down, across }: Layout, active: Place, covered: number) => {
  const wantsFocus = useRef(false)
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const element = box.current
    if (!element) return
    const top = offsetToReveal(down, active.line, element.scrollTop, element.clientHeight, sizes.head)
    if (top !== undefined) element.scrollTop = top
    const stickyWidth = stickyWidthOf(sizes)
    const column = active.column - lead.length
    const left =
      column >= 0
        ? offsetToReveal(across, column, element.scrollLeft, element.clientWidth, stickyWidth, covered)
        : active.column >= lead.length - 2
          ? 0
          : undefined
    if (left !== undefined) element.scrollLeft = left
    const line = element.querySelector(`[data-line="${active.line}"]`)
    const cell = line?.querySelector<HTMLElement>(`[data-column="${active.column}"]`) ?? line?.querySelector<HTMLElement>('[data-column]')
    cell?.focus({ preventScroll: true })
  })
  return () => {
    wantsFocus.current = true
  }
}

/** Scrolls `line` into view whenever another line is given; −1 for none. */
export const useLineInView = (box: Box, { sizes, down }: Layout, line: number) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only when the line changes, not on search
  useLayoutEffect(() => {
    const element = box.current
    if (line < 0 || !element) return
    const top = offsetToReveal(down, line, element.scrollTop, element.clientHeight, sizes.head)
    if (top !== undefined) element.scrollTop = top
  }, [line])
}
