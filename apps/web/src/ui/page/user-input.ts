/** A request this long after the last input of the user still follows from it, such as the reload after a change was saved. */
const recentMs = 30_000

/** The user opened the window. */
let lastInputAt = performance.now()
// a screen reader sends clicks only
for (const event of ['pointerdown', 'keydown', 'click', 'wheel'])
  globalThis.addEventListener?.(
    event,
    () => {
      lastInputAt = performance.now()
    },
    true,
  )

export const hasRecentInput = () => performance.now() - lastInputAt < recentMs
