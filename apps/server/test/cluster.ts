import { appendFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '../src/app/domains.ts'
import { openDatabase } from '../src/database/db.ts'
import { migrate } from '../src/database/migrate.ts'
import { startPostgres } from '../src/database/postgres.ts'
import { installJobs } from '../src/jobs/jobs.ts'
import { loadReference } from '../src/reference/load.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the run's PostgreSQL server, as owner, database `postgres`. */
    test_server: string
    /** Path of the file with every PostgreSQL error of this run, one per line with SQLSTATE and database. Empty with an external server. */
    test_errors: string
  }
}

export const template = 'sukoyaka_template'

/**
 * Starts one PostgreSQL per run with a migrated template database: the bundled one, the binaries in TEST_POSTGRES_BIN, or the server at
 * TEST_DATABASE_URL.
 */
export default async function startCluster(project: TestProject) {
  const configuredUrl = process.env.TEST_DATABASE_URL
  const cluster = configuredUrl ? undefined : await ownCluster()
  const url = configuredUrl ?? cluster!.url
  await makeTemplate(url).catch(async (error) => {
    await cluster?.stop()
    throw error
  })
  project.provide('test_server', url)
  project.provide('test_errors', cluster?.errors ?? '')
  return async () => cluster?.stop()
}

async function ownCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'sukoyaka-test-'))
  // PostgreSQL does not run as root: its user needs execute permission on the parent folder
  await chmod(folder, 0o711)
  const logLines: string[] = []
  const errors = join(folder, 'errors.log')
  writeFileSync(errors, '')
  const postgres = await startPostgres(join(folder, 'postgres'), {
    log: (line, level) => {
      logLines.push(line)
      if (level === 'warn') appendFileSync(errors, `${line}\n`)
    },
    bin: process.env.TEST_POSTGRES_BIN,
    // durability is not needed: the data is deleted after the run
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off', max_connections: '200', log_line_prefix: '%p %e %d ' },
  })
  postgres.onExit((reason) => console.error(reason, logLines.slice(-20).join('\n')))
  return {
    url: postgres.url,
    errors,
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(url: string) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`drop database if exists ${template} with (force)`)
  await owner.query(`create database ${template} template template0 encoding 'UTF8' locale_provider icu icu_locale 'ja' locale 'C.UTF-8'`)
  await owner.end()
  const target = new URL(url)
  target.pathname = `/${template}`
  await migrate({ connectionString: target.href })
  await installJobs({ connectionString: target.href }, jobs)

  const { db, close } = openDatabase({ connectionString: target.href }, { max: 1, as: null })
  await loadReference(db)
  await close()
}
