import { defineConfig } from 'vitest/config'

const cluster = ['apps/server/test/cluster.ts']
// Tests on the bundled PostgreSQL. All other server tests run once, on the oldest supported PostgreSQL if one is installed: see scripts/test.mjs.
const bundled = [
  'apps/server/src/{app,config,files,mail,observability}/**/*.test.ts',
  'apps/server/src/http/openapi/**/*.test.ts',
  'apps/server/src/http/{body-parser,query,unused-connections,validate}.test.ts',
  'apps/server/src/database/{postgres,query-plans}.test.ts',
  'apps/server/src/access/**/*.test.ts',
  'apps/server/test/**/*.test.ts',
  'apps/server/src/demo/**/*.test.ts',
  'apps/server/src/domains/results-import/{excel,crossing}.test.ts',
]

// These tests need fresh modules per file, because they check process-wide state; the others share modules within a worker.
const alone = ['apps/server/src/database/db.test.ts', 'apps/server/src/observability/{metrics,sentry}.test.ts']
// no test is judged by time: these ceilings only end a run that hangs
const patient = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 240_000 } } }
const started = { ...patient, environment: 'node' as const, setupFiles: ['apps/server/test/clean-up.setup.ts'] }
// PostgreSQL uses half of the CPU time
const server = { ...started, globalSetup: cluster, maxWorkers: 2 }

export default defineConfig({
  test: {
    teardownTimeout: 300_000,
    projects: [
      { test: { ...patient, name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], environment: 'node' } },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        // fresh modules and a new DOM per file in a VM context take a third of the CPU time of a new process
        test: {
          ...patient,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          pool: 'vmThreads',
          setupFiles: [`${import.meta.dirname}/apps/web/src/test/globals.setup.ts`],
        },
      },
      // migrations run on both versions
      { test: { ...server, name: 'server', include: [...bundled, 'apps/server/src/database/migrations.test.ts'], exclude: alone, isolate: false } },
      { test: { ...server, name: 'alone', include: alone } },
      { test: { ...server, name: 'store', include: ['apps/server/src/**/*.test.ts'], exclude: [...bundled, ...alone], isolate: false } },
      // they mostly wait for servers and do not depend on an idle machine
      { test: { ...server, name: 'trials', include: ['apps/server/trials/**/*.trial.ts'], maxWorkers: 3, isolate: false } },
      { test: { ...started, name: 'e2e', include: ['e2e/**/*.e2e.ts'], maxWorkers: 2 } },
    ],
  },
})
