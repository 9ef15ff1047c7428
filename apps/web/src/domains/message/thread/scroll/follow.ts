/** Where the list is scrolled to: `below` is what is left under the window. */
export type Position = { offset: number; size: number; below: number }

/** Distance to the end, in pixels, within which the list follows new messages. */
const endThreshold = 60

/**
 * Whether the list follows new messages after a scroll event. Content that grows, such as a picture that gets its size, moves the end away without
 * anybody scrolling; only scrolling up ends the following. An offset that falls because content above shrank is no scrolling either.
 */
export const isFollowing = (was: boolean, before: Position | undefined, now: Position): boolean => {
  if (now.below < endThreshold) return true
  if (!was || !before) return false
  const shrunk = Math.max(0, before.size - now.size)
  return before.offset - now.offset <= shrunk + 1
}
