import { type Postgres, startPostgres } from '../src/database/postgres.ts'
import { onFileEnd } from './clean-up.ts'

/** Starts a separate PostgreSQL. It stops after the test file at the latest; `stop` is idempotent. */
export const ownPostgres = async (dir: string, settings?: Record<string, string>): Promise<Postgres> => {
  const postgres = await startPostgres(dir, { log: () => {}, ...(settings && { settings }) })
  const stop = () => postgres.stop()
  let stopped: Promise<void> | undefined
  const withIdempotentStop = Object.create(postgres, { stop: { value: () => (stopped ??= stop()) } }) as Postgres
  onFileEnd(withIdempotentStop.stop)
  return withIdempotentStop
}
