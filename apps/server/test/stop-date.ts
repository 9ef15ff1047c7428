import { onTestFinished, vi } from 'vitest'

/**
 * Stops `Date` until the end of the test and returns its time. For tests that compare the statements of several calls: a call after the end of a period, such
 * as the ten minutes in which a read is logged once, sends other statements.
 */
export const stopDate = (): Date => {
  const now = new Date()
  vi.setSystemTime(now)
  onTestFinished(() => void vi.useRealTimers())
  return now
}
