import { defineConfig } from 'vitest/config'

const cluster = ['apps/server/test/cluster.ts']
// Tests that the run on the oldest PostgreSQL skips: those independent of its version, or with a PostgreSQL of their own.
const notAgain = [
  'apps/server/src/{config,files,mail,observability}/**',
  'apps/server/src/http/openapi/**',
  'apps/server/src/http/{body-parser,query,startup-server,validate}.test.ts',
  'apps/server/src/database/{postgres,query-plans}.test.ts',
  'apps/server/src/access/**',
  'apps/server/test/contract/**',
  'apps/server/src/demo/**',
  'apps/server/src/domains/results-import/{excel,crossing}.test.ts',
]

// These tests need fresh modules per file, because they check process-wide state; the others share modules within a worker.
const alone = ['apps/server/src/database/db.test.ts', 'apps/server/src/observability/{metrics,sentry}.test.ts']
const server = {
  environment: 'node' as const,
  globalSetup: cluster,
  // PostgreSQL uses half of the CPU time
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 40_000,
}

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], environment: 'node' } },
      { extends: './apps/web/vite.config.ts', root: './apps/web', test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      { test: { ...server, name: 'server', include: ['apps/server/{src,test}/**/*.test.ts'], exclude: alone, isolate: false } },
      { test: { ...server, name: 'alone', include: alone } },
      { test: { ...server, name: 'store15', include: ['apps/server/{src,test}/**/*.test.ts'], exclude: [...notAgain, ...alone], isolate: false } },
      {
        test: {
          name: 'trials',
          include: ['apps/server/trials/**/*.trial.ts'],
          environment: 'node',
          globalSetup: cluster,
          // they mostly wait for servers and do not depend on an idle machine
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          environment: 'node',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 90_000,
          // retry once in CI, where load can delay the browser; scripts/test.mjs reports retried tests
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
