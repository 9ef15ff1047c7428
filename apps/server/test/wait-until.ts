import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'

/** Long enough for the busiest machine: a state that is not there by then never comes. */
export const maxWaitMs = 240_000

/** Repeats assertions until they hold. */
export const eventually = <T>(assert: () => T | Promise<T>): Promise<T> => vi.waitFor(assert, { timeout: maxWaitMs, interval: 20 })

/** Milliseconds until the condition holds, or undefined after `limitMs`. Give a shorter limit if the condition may never hold. */
export const msUntil = async (isTrue: () => boolean | Promise<boolean>, limitMs = maxWaitMs): Promise<number | undefined> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMs) {
    if (await isTrue()) return performance.now() - startedAt
    await sleep(20)
  }
  return undefined
}

/**
 * Shortest duration of repeated runs: a busy machine is slow sometimes, a slow server every time. Ends with the first run within `limitMs`, or after
 * `timeoutMs` and two runs. Controls, which never get within the limit, give a `timeoutMs` of 0.
 */
export const bestMs = async (limitMs: number, work: () => unknown, timeoutMs = 60_000): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  const end = performance.now() + timeoutMs
  for (let run = 0; best > limitMs && (run < 2 || performance.now() < end); run++) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}
