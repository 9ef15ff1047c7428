import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import './apps/server/src/app/cache-drizzle-resolution.ts'

// Tests on the bundled PostgreSQL. All other server tests run once, on the oldest supported PostgreSQL if one is installed: see apps/server/test/cluster.ts.
const bundled = [
  'apps/server/src/{app,config,documents,files,mail,observability}/**/*.test.ts',
  'apps/server/src/http/openapi/**/*.test.ts',
  'apps/server/src/http/{body-parser,query,unused-connections,validate}.test.ts',
  'apps/server/src/database/{postgres,query-plans}.test.ts',
  'apps/server/src/access/**/*.test.ts',
  'apps/server/test/**/*.test.ts',
  'apps/server/src/demo/**/*.test.ts',
  'apps/server/src/domains/results-import/{concurrent,excel}.test.ts',
]

// These tests need fresh modules per file, because they check process-wide state or need real password hashes; the others share modules within a worker.
const alone = [
  'apps/server/src/database/db.test.ts',
  'apps/server/src/observability/{metrics,sentry}.test.ts',
  'apps/server/src/domains/account/password.test.ts',
  'apps/server/src/demo/remove.test.ts',
]
const cleanUp = 'apps/server/test/setup/clean-up.ts'
const cheapHashes = 'apps/server/test/setup/cheap-hashes.ts'
const cacheDrizzleResolution = `${import.meta.dirname}/apps/server/src/app/cache-drizzle-resolution.ts`
// no test is judged by time: these ceilings only end a run that hangs
const common = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 240_000 } },
  // one more than there are processors, because many tests wait for servers; the same everywhere, so that projects run at the same time
  maxWorkers: availableParallelism() + 1,
}
// `postgres`: the PostgreSQL that apps/server/test/cluster.ts starts for the project
const server = (postgres: 'bundled' | 'oldest') => ({
  ...common,
  environment: 'node' as const,
  setupFiles: [cleanUp],
  execArgv: ['--import', cacheDrizzleResolution],
  provide: { postgres },
})

/** Starts the longest tests first: those of the browser, then the trials; within a project the larger files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const order = ['e2e', 'trials', 'server', 'alone', 'store', 'web', 'unit']
    const rank = ({ project }: TestSpecification) => order.indexOf(project.name)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

// `retry: 1` for tests of the browser and of the web: a race of one test does not discard a whole run. What passes on retry is listed at the end, to be mended.
export default defineConfig({
  test: {
    globalSetup: ['apps/server/test/cluster.ts'],
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 300_000,
    projects: [
      { test: { ...common, name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], environment: 'node' } },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        // fresh modules and a new DOM per file in a VM context take a third of the CPU time of a new process
        test: {
          ...common,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          retry: 1,
          pool: 'vmThreads',
          setupFiles: [`${import.meta.dirname}/apps/web/src/test/globals.setup.ts`],
        },
      },
      // migrations run on both versions
      {
        test: {
          ...server('bundled'),
          name: 'server',
          include: [...bundled, 'apps/server/src/database/migrations.test.ts'],
          exclude: alone,
          isolate: false,
          setupFiles: [cleanUp, cheapHashes],
        },
      },
      { test: { ...server('bundled'), name: 'alone', include: alone } },
      {
        test: {
          ...server('oldest'),
          name: 'store',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...bundled, ...alone],
          isolate: false,
          setupFiles: [cleanUp, cheapHashes],
        },
      },
      { test: { ...server('bundled'), name: 'trials', include: ['apps/server/trials/**/*.trial.ts'], isolate: false } },
      { test: { ...server('bundled'), name: 'e2e', include: ['e2e/**/*.e2e.ts'], retry: 1 } },
    ],
  },
})
