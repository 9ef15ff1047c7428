import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for the busiest machine: a state that is not there by then never comes. */
export const ceiling = 240_000

/** Milliseconds until the condition holds, or undefined after `limit` ms. Only controls, which wait for what never comes, give a shorter one. */
export const msUntil = async (isSo: () => boolean | Promise<boolean>, limit = ceiling): Promise<number | undefined> => {
  const began = performance.now()
  while (performance.now() - began < limit) {
    if (await isSo()) return performance.now() - began
    await sleep(20)
  }
  return undefined
}

/**
 * Shortest duration of repeated runs: a busy machine is slow sometimes, a slow server every time. Ends with the first run within `limit` ms, or after
 * `patience` ms and two runs. Controls, which never get within the limit, give no patience.
 */
export const bestMs = async (limit: number, work: () => unknown, patience = 60_000): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  const end = performance.now() + patience
  for (let run = 0; best > limit && (run < 2 || performance.now() < end); run++) {
    const began = performance.now()
    await work()
    best = Math.min(best, performance.now() - began)
  }
  return best
}
