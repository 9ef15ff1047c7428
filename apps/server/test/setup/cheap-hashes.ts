import { vi } from 'vitest'
import type * as hashThreads from '../../src/domains/account/hash/hash-threads.ts'

// Passwords are hashed with little memory: with the real 46 MiB they took a sixth of the CPU time of the store tests. Servers that run as
// processes use the real ones, as do the tests of the project `alone`.
vi.mock('../../src/domains/account/hash/hash-threads.ts', async (importOriginal) => {
  const { argon2InThread } = await importOriginal<typeof hashThreads>()
  return { argon2InThread: (parameters: Parameters<typeof argon2InThread>[0]) => argon2InThread({ ...parameters, memory: 64 }) }
})
