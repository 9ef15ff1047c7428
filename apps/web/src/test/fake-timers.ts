import { act } from '@testing-library/react'
import { vi } from 'vitest'

const timeoutMs = 120_000
/** Waits until `assertion` does not throw, such as after a response, without advancing the stopped timers. */
const until = async (assertion: () => void) => {
  const start = performance.now()
  for (;;)
    try {
      return assertion()
    } catch (error) {
      if (performance.now() - start > timeoutMs) throw error
      await act(() => new Promise(setImmediate))
    }
}

/**
 * Stops the timers, for tests of what happens after a time; `Date` is stopped in all tests. Testing Library and user-event support only Jest's fake timers,
 * so `vi`'s `advanceTimersByTime` is provided as `jest.advanceTimersByTime`.
 */
export const stopTimers = () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
  return { advance: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)), until }
}
