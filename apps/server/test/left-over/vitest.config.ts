import { defineConfig } from 'vitest/config'

/** For left-over.test.ts, which starts a vitest with test files whose `beforeAll` fails or hangs on purpose. */
export default defineConfig({
  test: { include: ['apps/server/test/left-over/*.fixture.ts'], setupFiles: ['apps/server/test/setup/clean-up.ts'], hookTimeout: 900_000 },
})
