/** A request this long after the last input of the user still follows from it, such as the reload after a change was saved. */
const recentMs = 30_000

/** The user opened the window. */
let lastInputAt = performance.now()
const note = () => {
  lastInputAt = performance.now()
}
// a screen reader sends clicks only
for (const event of ['pointerdown', 'keydown', 'click', 'wheel']) globalThis.addEventListener?.(event, note, { capture: true, passive: true })
// the user came back to the window; not captured, because a page may move the focus by itself
globalThis.addEventListener?.('focus', note)

export const hasRecentInput = () => performance.now() - lastInputAt < recentMs
