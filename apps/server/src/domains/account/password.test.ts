import { expect, test } from 'vitest'
import { hashPassword, isPassword, limitConcurrency } from './password.ts'

// made by OpenSSL: the hashes that are stored must stay valid
const stored = '$argon2id$v=19$m=47104,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$s0RvJm0d6vAlTFEwsbuiIShSkAj8k9HBpdkCzGpt+Uo'

test('a stored hash and a new hash each match their own password only', async () => {
  const hash = await hashPassword('asano-sanpo-30pun')
  expect(await Promise.all([stored, hash].flatMap((each) => [isPassword('asano-sanpo-30pun', each), isPassword('asano-sanpo-31pun', each)]))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a task is refused at once when too many tasks of its address wait; a task of another address is not', async () => {
  const gates: (() => void)[] = []
  const run = () => limitConcurrency('burst', () => new Promise<void>((resolve) => gates.push(resolve)))
  const tasks = Array.from({ length: 400 }, () =>
    run().then(
      () => 'done',
      ({ code }) => code,
    ),
  )
  const refused = await Promise.race(tasks)
  expect(refused).toBe('unavailable')
  const honest = limitConcurrency('honest', async () => 'done')
  let isOver = false
  const all = Promise.all(tasks).finally(() => {
    isOver = true
  })
  while (!isOver) {
    gates.shift()?.()
    await new Promise(setImmediate)
  }
  const answers = await all
  expect(answers.filter((answer) => answer === 'done').length).toBeGreaterThanOrEqual(100)
  expect(await honest).toBe('done')
})

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
  // at most two tasks run at once, and waiting addresses take turns: `honest` is the second waiting task that runs
  expect(done.indexOf('honest')).toBeLessThanOrEqual(3)
  expect(done.filter((address) => address === 'burst')).toHaveLength(6)
})
