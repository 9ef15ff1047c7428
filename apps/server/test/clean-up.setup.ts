import { afterAll } from 'vitest'
import { endFile } from './clean-up.ts'

// vitest runs this per test file; being the first hook, it runs last
afterAll(endFile, 300_000)
