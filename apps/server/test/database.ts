import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { onFileEnd } from './clean-up.ts'
import { template } from './cluster.ts'

/** Creates a database with the schema and reference data for this test file and returns its URL (as owner). Dropped after the file. */
export async function freshDatabase(): Promise<string> {
  return makeDatabase(template)
}

/** Creates a database without tables, for tests that run the migrations. */
export async function emptyDatabase(): Promise<string> {
  return makeDatabase('template0')
}

async function makeDatabase(templateName: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOnServer(`create database ${name} template ${templateName} strategy file_copy`)
  onFileEnd(() => runOnServer(`drop database if exists ${name} with (force)`))
  const url = new URL(inject('test_server'))
  url.pathname = `/${name}`
  return url.href
}

async function runOnServer(sql: string) {
  const client = new pg.Client({ connectionString: inject('test_server') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Runs statements as the owner of the app's tables, who has more rights than the server. */
export const asOwner = async ({ pool }: { pool: pg.Pool }, statements: string): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set role none')
    await client.query(statements)
  } finally {
    // closes the connection, which would keep the owner's role
    client.release(true)
  }
}
