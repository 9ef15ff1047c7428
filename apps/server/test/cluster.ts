import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { jobs } from '../src/app/domains.ts'
import { openDatabase } from '../src/database/db.ts'
import { migrate } from '../src/database/migrate.ts'
import { startPostgres } from '../src/database/postgres.ts'
import { installJobs } from '../src/jobs/jobs.ts'
import { loadReference } from '../src/reference/load.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set in the configuration of a project that needs PostgreSQL. `oldest`: the oldest supported version that is installed; if none is, the bundled one. */
    postgres: 'bundled' | 'oldest'
    /** Connection URL of the project's PostgreSQL server, as owner, database `postgres`. */
    test_server: string
    /** Path of the error log of the project's PostgreSQL server; each line has SQLSTATE and database. An empty string with an external server. */
    test_errors: string
    /** A folder of this run, shared by all workers and removed at the end. */
    test_folder: string
  }
}

export const template = 'sukoyaka_template'

/**
 * Prepares a PostgreSQL with a migrated template database for each version that the projects of this run need. With TEST_DATABASE_URL all projects use that
 * server.
 */
export default async function startClusters({ vitest, provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'sukoyaka-test-'))
  // PostgreSQL does not run as root: its user needs execute permission on the parent folder
  await chmod(folder, 0o711)
  provide('test_folder', folder)
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne()
  }
  const start = async (version: 'bundled' | 'oldest') => {
    const projects = vitest.projects.filter((project) => project.getProvidedContext().postgres === version)
    if (projects.length === 0) return
    const { url, errors } = await openCluster(join(folder, version), version, stops)
    for (const project of projects) {
      project.provide('test_server', url)
      project.provide('test_errors', errors)
    }
  }
  // tests that start a server process run the bundle
  if (vitest.projects.some(({ name }) => ['server', 'store', 'trials', 'e2e'].includes(name))) ensureBuilt(['server'])
  const started = await Promise.allSettled([start('bundled'), start('oldest')])
  const failed = started.find((result) => result.status === 'rejected')
  if (!failed) return stop
  await stop()
  throw failed.reason
}

/** Folder with the binaries of the oldest supported PostgreSQL that is installed; undefined if there is none. */
const oldestPostgres = () => {
  const baseDir = '/usr/lib/postgresql'
  const versions = existsSync(baseDir) ? readdirSync(baseDir).map(Number) : []
  const bins = versions
    .filter((version) => version >= 15)
    .sort((a, b) => a - b)
    .map((version) => join(baseDir, String(version), 'bin'))
  return bins.find((bin) => existsSync(join(bin, 'initdb')))
}

/** Prepared once, because both versions are the same server then. */
let configuredTemplate: Promise<void> | undefined

/** The server at TEST_DATABASE_URL; else a new one with the binaries in TEST_POSTGRES_BIN; else a new one of the given version. */
const openCluster = async (folder: string, version: 'bundled' | 'oldest', stops: (() => Promise<unknown>)[]) => {
  const configuredUrl = process.env.TEST_DATABASE_URL
  if (configuredUrl) {
    configuredTemplate ??= makeTemplate(configuredUrl)
    await configuredTemplate
    return { url: configuredUrl, errors: '' }
  }
  const bin = process.env.TEST_POSTGRES_BIN ?? (version === 'oldest' ? oldestPostgres() : undefined)
  if (version === 'oldest')
    console.log(`Tests of the vitest project “store” use PostgreSQL from ${bin ?? 'the bundled binaries: no PostgreSQL 15 or newer is installed'}.`)
  const logLines: string[] = []
  const errors = `${folder}-errors.log`
  writeFileSync(errors, '')
  const postgres = await startPostgres(folder, {
    log: (line, level) => {
      logLines.push(line)
      if (level === 'warn') appendFileSync(errors, `${line}\n`)
    },
    ...(bin && { bin }),
    // durability is not needed: the data is deleted after the run
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off', max_connections: '200', log_line_prefix: '%p %e %d ' },
  })
  stops.push(() => postgres.stop())
  postgres.onExit((reason) => console.error(reason, logLines.slice(-20).join('\n')))
  await makeTemplate(postgres.url)
  return { url: postgres.url, errors }
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

  const { db, close } = openDatabase({ connectionString: target.href }, { max: 1, role: null })
  await loadReference(db)
  await close()
}
