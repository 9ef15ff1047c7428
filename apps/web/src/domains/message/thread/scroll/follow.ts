/** Scroll position of the list; `below`: pixels below the visible part. */
export type Position = { offset: number; size: number; below: number }

/** Distance to the end, in pixels, within which the list follows new messages. */
const endThreshold = 60

/**
 * Whether the list follows new messages after a scroll event. Growing content, such as a loaded picture, moves the end away without scrolling; only
 * scrolling up stops following. An offset that decreases because content above shrank is not scrolling either.
 */
export const isFollowing = (wasFollowing: boolean, before: Position | undefined, now: Position): boolean => {
  if (now.below < endThreshold) return true
  if (!wasFollowing) return false
  // `toEnd` clears the position, because there the list itself scrolls
  if (!before) return true
  const shrunk = Math.max(0, before.size - now.size)
  return before.offset - now.offset <= shrunk + 1
}
