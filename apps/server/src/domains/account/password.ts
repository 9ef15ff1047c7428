import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { normalizePassword } from '@sukoyaka/rules/people/password'
import { apiError } from '../../errors/api-error.ts'
import { argon2InThread } from './hash/hash-threads.ts'

/** In KiB: 46 MiB and one pass are the Argon2id parameters with the most memory that OWASP recommends. */
const memory = 47_104
const passes = 1
const tagLength = 32
/** Each hash takes 46 MiB and a core; if there are several cores, at least one stays free for requests. */
const maxConcurrent = Math.min(2, Math.max(1, availableParallelism() - 1))
const maxWaitMs = 5_000
/** Maximum number of waiting tasks: more could not start within `maxWaitMs`. */
const maxWaiting = 200
/** Maximum number of waiting tasks of one client address, so that a burst leaves places to other addresses. */
const maxWaitingOfAddress = 100

let running = 0
let waiting = 0
/** Waiting tasks by client address. The addresses take turns, so that a burst from one does not keep others waiting. */
const queues = new Map<string, (() => void)[]>()

const takeNext = () => {
  const [first] = queues
  if (!first) return undefined
  const [address, tasks] = first
  const task = tasks.shift()
  queues.delete(address)
  if (tasks.length) queues.set(address, tasks)
  return task
}

const waitForTurn = (address: string) =>
  new Promise<void>((resolve, reject) => {
    if (waiting >= maxWaiting || (queues.get(address)?.length ?? 0) >= maxWaitingOfAddress) return reject(apiError('unavailable', { retry_after: 5 }))
    waiting++
    const startTask = () => {
      waiting--
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting--
      const others = queues.get(address)?.filter((task) => task !== startTask) ?? []
      if (others.length) queues.set(address, others)
      else queues.delete(address)
      reject(apiError('unavailable', { retry_after: 5 }))
    }, maxWaitMs)
    queues.set(address, [...(queues.get(address) ?? []), startTask])
  })

/** Runs at most `maxConcurrent` tasks at once. Throws `unavailable` if too many wait, or if this one waits too long. Exported for its test. */
export const limitConcurrency = async <T>(address: string, task: () => Promise<T>): Promise<T> => {
  if (running >= maxConcurrent) await waitForTurn(address)
  else running++
  try {
    return await task()
  } finally {
    const next = takeNext()
    if (next) next()
    else running--
  }
}

const argon2 = (parameters: Argon2Parameters, address: string) => limitConcurrency(address, () => argon2InThread(parameters))

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** The hash as a PHC string. Throws `unavailable` under the conditions of `limitConcurrency`. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await argon2({ message: normalizePassword(password), nonce, parallelism: 1, tagLength, memory, passes }, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/** Is verified if the account has no hash, so that the response takes as long as with a hash. */
const dummyHash = `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`

/** Whether the password is right; takes the same time without a hash. `address` is the IP address of the client. */
export const isPassword = async (password: string, hash: string | null | undefined, address = ''): Promise<boolean> => {
  const [, memoryCost, timeCost, parallelism, nonce, tag] = phcPattern.exec(hash ?? dummyHash) ?? phcPattern.exec(dummyHash)!
  const expectedTag = Buffer.from(tag!, 'base64')
  const parameters = { parallelism: Number(parallelism), tagLength: expectedTag.length, memory: Number(memoryCost), passes: Number(timeCost) }
  const actualTag = await argon2({ ...parameters, message: normalizePassword(password), nonce: Buffer.from(nonce!, 'base64') }, address)
  return timingSafeEqual(actualTag, expectedTag) && hash != null
}
