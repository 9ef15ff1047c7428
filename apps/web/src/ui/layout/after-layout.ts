/**
 * Calls `run` after the next layout in which the element has a size. Reading sizes or scrolling in an effect would make the browser lay the page out at once,
 * and again for what changes afterwards. Returns a function that cancels the call.
 */
export const afterLayout = (element: Element | null | undefined, run: () => void): (() => void) | undefined => {
  if (!element) return undefined
  const observer = new ResizeObserver(() => {
    observer.disconnect()
    run()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Scrolls the first element in `box` that matches the selector into view, after the next layout. Returns a function that cancels it. */
export const scrollAfterLayout = (box: Element | null, selector: string, options: ScrollIntoViewOptions) =>
  afterLayout(box, () => box?.querySelector(selector)?.scrollIntoView?.(options))
