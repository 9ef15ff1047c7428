import { expect, test } from 'vitest'
import { limitConcurrency } from './password.ts'

test('a burst of sign-ins from one address does not keep another address waiting', async () => {
  const done: string[] = []
  const gates: (() => void)[] = []
  const run = (address: string) => limitConcurrency(address, () => new Promise<void>((resolve) => gates.push(resolve))).then(() => done.push(address))
  const all = [...Array.from({ length: 6 }, () => run('burst')), run('honest')]
  while (done.length < all.length) {
    gates.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  // two run at once, and waiting addresses take turns: the other address is second
  expect(done.indexOf('honest')).toBeLessThanOrEqual(3)
  expect(done.filter((address) => address === 'burst')).toHaveLength(6)
})
