import { type Argon2Parameters, argon2 as derive, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalizePassword } from '@sukoyaka/rules/people/password'
import { apiError } from '../../errors/api-error.ts'

/** OWASP's Argon2id parameters with the most memory and one pass: 46 MiB. In KiB. */
const memory = 47_104
const passes = 1
const tagLength = 32
/** Each hash takes 46 MiB and a thread, so concurrency is limited. */
const maxConcurrent = 2
const maxWaitMs = 5_000

let running = 0
const queue: (() => void)[] = []

const limitConcurrency = async <T>(task: () => Promise<T>): Promise<T> => {
  if (running >= maxConcurrent) {
    await new Promise<void>((resolve, reject) => {
      const startTask = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(startTask), 1)
        reject(apiError('unavailable', { retry_after: 5 }))
      }, maxWaitMs)
      queue.push(startTask)
    })
  } else running++
  try {
    return await task()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

const argon2 = (parameters: Argon2Parameters) =>
  limitConcurrency(
    () => new Promise<Buffer>((resolve, reject) => derive('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))))),
  )

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A PHC string. Throws `unavailable` if two hashes are running and none ends within 5 s. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await argon2({ message: normalizePassword(password), nonce, parallelism: 1, tagLength, memory, passes })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/** Hash that is verified for unknown accounts, so that the response takes as long. */
const dummyHash = `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`

/** Whether the password is right; takes the same time without a hash. */
export const isPassword = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const [, memoryCost, timeCost, parallelism, nonce, tag] = phcPattern.exec(hash ?? dummyHash) ?? phcPattern.exec(dummyHash)!
  const expectedTag = Buffer.from(tag!, 'base64')
  const actualTag = await argon2({
    message: normalizePassword(password),
    nonce: Buffer.from(nonce!, 'base64'),
    parallelism: Number(parallelism),
    tagLength: expectedTag.length,
    memory: Number(memoryCost),
    passes: Number(timeCost),
  })
  return timingSafeEqual(actualTag, expectedTag) && hash != null
}
