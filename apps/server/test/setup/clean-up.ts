import { afterAll } from 'vitest'
import { runCleanups } from '../clean-up.ts'

// vitest runs this before each test file. `afterAll` hooks run in reverse order: this one is registered first, so it runs last
afterAll(runCleanups, 300_000)
