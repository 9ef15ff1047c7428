import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SettingError } from '../config/config.ts'
import { errorCodeOf } from './db.ts'

const retryDelayMs = 500
const logIntervalMs = 60_000
const minVersion = 15

/** Error codes that a retry can resolve: the server is unreachable, starting, stopping or out of connections, or its host name does not resolve yet. */
const unavailableCodes = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN 57P01 57P02 57P03 53300'.split(' '),
)

const readServerVersion = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Math.floor(Number(rows[0]!.server_version_num) / 10_000)
  } finally {
    await client.end()
  }
}

/** Waits without limit until the server in DATABASE_URL responds or the signal aborts; throws at once for errors that a retry cannot fix. */
export const waitForDatabase = async (connectionString: string, { log, signal }: { log: (line: string) => void; signal: AbortSignal }) => {
  let loggedAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    try {
      const version = await readServerVersion(connectionString)
      if (version < minVersion) throw new SettingError(`DATABASE_URL points to PostgreSQL ${version}: ${minVersion} or newer is needed`)
      return
    } catch (error) {
      if (error instanceof SettingError) throw error
      const { message } = error as Error
      const code = errorCodeOf(error)
      const isUnavailable = unavailableCodes.has(code ?? '') || /timeout expired|Connection terminated/.test(message)
      if (!isUnavailable) throw new SettingError(`DATABASE_URL cannot be used: ${message.split('\n')[0]}. Check its user, password, host and database`)
      if (performance.now() - loggedAt > logIntervalMs) {
        loggedAt = performance.now()
        log(`Waiting for the database in DATABASE_URL (${message || code})`)
      }
    }
    await sleep(retryDelayMs, undefined, { signal }).catch(() => {})
  }
}
