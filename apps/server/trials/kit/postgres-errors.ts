import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { AppContext } from '../../src/context/app-context.ts'

const errorLine = /^\S+ (\w{5}) (\S+) ERROR: +(.*)$/

/** Reads the log of PostgreSQL for errors in this database, independent of the server's responses. */
export const openErrors = async ({ pool }: AppContext) => {
  const file = inject('test_errors')
  if (!file) throw new Error("reading PostgreSQL's log needs a PostgreSQL started by the test run")
  const { database } = pool.options as { database?: string; connectionString?: string }
  const name = database ?? new URL((pool.options as { connectionString: string }).connectionString).pathname.slice(1)
  let read = 0
  /** SQLSTATE and message of every error since the last call. */
  const since = async (): Promise<{ state: string; words: string }[]> => {
    // the log is written asynchronously: once this marker is there, all earlier lines are too
    const mark = `mark ${randomUUID()}`
    await pool.query(`select '${mark}'::integer`).catch(() => {})
    for (let tries = 0; ; tries++) {
      const lines = readFileSync(file, 'utf8').split('\n')
      const at = lines.findIndex((line) => line.includes(`"${mark}"`))
      if (at < 0) {
        if (tries === 10_000) throw new Error('PostgreSQL does not log its errors')
        await sleep(25)
        continue
      }
      const errors = lines.slice(read, at).flatMap((line) => {
        const [, state, where, words] = errorLine.exec(line) ?? []
        return state && where === name ? [{ state, words: words! }] : []
      })
      read = at + 1
      return errors
    }
  }
  await since()
  return since
}
