import { tokyoDay } from '@sukoyaka/rules/time'

/** An interval and no timer until midnight, because timers do not count the time in which the device sleeps. */
const checkIntervalMs = 20_000

/** Calls `onChange` after midnight in Tokyo, or if the window is hidden then, once it is visible. Returns a function that stops this. */
export const onNewDay = (onChange: () => void) => {
  let knownDay = tokyoDay(new Date())
  const check = () => {
    const day = tokyoDay(new Date())
    if (document.hidden || day === knownDay) return
    knownDay = day
    onChange()
  }
  const timer = setInterval(check, checkIntervalMs)
  document.addEventListener('visibilitychange', check)
  addEventListener('pageshow', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
    removeEventListener('pageshow', check)
  }
}
