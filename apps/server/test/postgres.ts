import { type Postgres, startPostgres } from '../src/database/postgres.ts'
import { onFileEnd } from './clean-up.ts'

/** A PostgreSQL of its own, stopped at the latest after the test file. `stop` may be called again. */
export const ownPostgres = async (dir: string, settings?: Record<string, string>): Promise<Postgres> => {
  const postgres = await startPostgres(dir, { log: () => {}, ...(settings && { settings }) })
  const stop = () => postgres.stop()
  let stopped: Promise<void> | undefined
  const postgresStoppedOnce = Object.create(postgres, { stop: { value: () => (stopped ??= stop()) } }) as Postgres
  onFileEnd(postgresStoppedOnce.stop)
  return postgresStoppedOnce
}
