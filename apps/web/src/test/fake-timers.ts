import { act } from '@testing-library/react'
import { vi } from 'vitest'

const patienceMs = 30_000
/** Waits for a state that follows from responses, without advancing the stopped timers. */
const until = async (assertion: () => void) => {
  const start = performance.now()
  for (;;)
    try {
      return assertion()
    } catch (error) {
      if (performance.now() - start > patienceMs) throw error
      await act(() => new Promise(setImmediate))
    }
}

/**
 * Stops the timers of a test in which time itself is tested; `Date` stands anyway. Testing Library and user-event know only Jest's timers, so they
 * are given these under that name.
 */
export const stopTimers = () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
  return { advance: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)), until }
}
