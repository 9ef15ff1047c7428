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
const waiting: (() => void)[] = []

const turn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= maxConcurrent) {
    await new Promise<void>((go, giveUp) => {
      const start = () => {
        clearTimeout(timer)
        go()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        giveUp(apiError('unavailable', { retry_after: 5 }))
      }, maxWaitMs)
      waiting.push(start)
    })
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const argon2 = (parameters: Argon2Parameters) =>
  turn(() => new Promise<Buffer>((done, failed) => derive('argon2id', parameters, (error, tag) => (error ? failed(error) : done(Buffer.from(tag))))))

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A PHC string. Throws `unavailable` if two hashes are running and none ends within 5 s. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await argon2({ message: normalizePassword(password), nonce, parallelism: 1, tagLength, memory, passes })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/** Hash that is verified for unknown accounts, so that the response takes as long. */
const nobody = `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`

/** Whether the password is right; takes the same time without a hash. */
export const isPassword = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const [, m, t, p, nonce, tag] = form.exec(hash ?? nobody) ?? form.exec(nobody)!
  const wanted = Buffer.from(tag!, 'base64')
  const made = await argon2({
    message: normalizePassword(password),
    nonce: Buffer.from(nonce!, 'base64'),
    parallelism: Number(p),
    tagLength: wanted.length,
    memory: Number(m),
    passes: Number(t),
  })
  return timingSafeEqual(made, wanted) && hash != null
}
