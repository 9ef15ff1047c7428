let count = 0
const names = new WeakMap<HTMLElement, string>()
const nameOf = (anchor: HTMLElement) => {
  const name = names.get(anchor) ?? `--anchor-${++count}`
  names.set(anchor, name)
  return name
}

/** CSS anchor positioning is supported from Chromium 125, Safari 26 and Firefox 147 on. */
const hasAnchorPositioning = () => globalThis.CSS?.supports?.('anchor-name: --a') ?? false

/**
 * Lets CSS position an open popover at its anchor (`[data-anchored]` in the style sheet), or calls `place` now, on scrolling and when the popover is
 * resized. Returns a function that stops these calls.
 */
export const positionAt = (popover: HTMLElement, anchor: HTMLElement, place: (anchorRect: DOMRect) => void) => {
  if (hasAnchorPositioning()) {
    anchor.style.anchorName = nameOf(anchor)
    popover.style.positionAnchor = nameOf(anchor)
    popover.dataset.anchored = ''
    return () => undefined
  }
  const update = () => place(anchor.getBoundingClientRect())
  update()
  const resizeObserver = new ResizeObserver(update)
  resizeObserver.observe(popover)
  window.addEventListener('scroll', update, true)
  return () => {
    resizeObserver.disconnect()
    window.removeEventListener('scroll', update, true)
  }
}
