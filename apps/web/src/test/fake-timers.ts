import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Stops the timers of a test in which time itself is tested; `Date` stands anyway. Testing Library and user-event know only Jest's timers, so they
 * are given these under that name.
 */
export const stopTimers = () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
  return { advance: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
