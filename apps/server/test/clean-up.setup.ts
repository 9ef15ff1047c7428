import { afterAll } from 'vitest'
import { runCleanups } from './clean-up.ts'

// vitest runs this per test file; being the first hook, it runs last
afterAll(runCleanups, 300_000)
