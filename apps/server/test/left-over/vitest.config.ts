import { defineConfig } from 'vitest/config'

/** Runs the planted set-ups; left-over.test.ts starts it. */
export default defineConfig({
  test: { include: ['apps/server/test/left-over/*.planted.ts'], setupFiles: ['apps/server/test/clean-up.setup.ts'], hookTimeout: 900_000 },
})
