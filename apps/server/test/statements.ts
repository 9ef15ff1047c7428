import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** One statement sent to PostgreSQL. `startedAt` and `endedAt` are `performance.now()` of this process. */
export type Statement = {
  name: string | undefined
  text: string
  values: unknown[]
  /** Number of the connection that sent it. */
  connection: number
  application: string
  startedAt: number
  endedAt: number
  rows: Record<string, unknown>[]
}

/**
 * Whether a statement looks up the session (the result is cached) or updates the time of its last use (at most once a minute). Whether a call sends these two
 * depends on earlier calls, so tests that count statements leave them out.
 */
export const isSessionCheck = ({ text }: Pick<Statement, 'text'>) => /from "sessions" inner join|^update "sessions"/.test(text)

type QueryInput = string | { name?: string; text: string; values?: unknown[]; submit?: unknown }
type QueryOutcome = { rows?: Record<string, unknown>[] } | undefined
type Query = (this: pg.Client, input: QueryInput, values?: unknown, callback?: unknown) => unknown

/**
 * Calls `onStatement` for every successful statement of this process except streams such as COPY, with its parameters and rows, in the async context of the
 * code that sent it. Returns a function that stops the recording.
 */
export const recordStatements = (onStatement: (statement: Statement) => void): (() => void) => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const query = prototype.query
  const numbers = new WeakMap<pg.Client, number>()
  let connections = 0
  prototype.query = function (input, values, callback) {
    if (typeof input !== 'string' && input.submit) return query.call(this, input, values, callback)
    const connection = numbers.get(this) ?? ++connections
    numbers.set(this, connection)
    const { name, text, values: ownValues } = typeof input === 'string' ? { name: undefined, text: input, values: undefined } : input
    const startedAt = performance.now()
    const report = AsyncLocalStorage.bind((result: QueryOutcome) => {
      const { application_name = '' } = (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
      const parameters = ownValues ?? (Array.isArray(values) ? values : [])
      onStatement({
        name,
        text,
        values: parameters,
        connection,
        application: application_name,
        startedAt,
        endedAt: performance.now(),
        rows: result?.rows ?? [],
      })
    })
    const userCallback = typeof values === 'function' ? values : callback
    if (typeof userCallback === 'function') {
      const onResult = (error: unknown, result: QueryOutcome) => {
        if (!error) report(result)
        userCallback(error, result)
      }
      return typeof values === 'function' ? query.call(this, input, onResult) : query.call(this, input, values, onResult)
    }
    const outcome = query.call(this, input, values) as Promise<QueryOutcome>
    outcome.then(report, () => {})
    return outcome
  }
  return () => {
    prototype.query = query
  }
}

const currentCall = new AsyncLocalStorage<symbol>()
/** Runs `send` and returns the statements that it sends itself, without those that the process sends meanwhile for other reasons, such as to read events. */
export const statementsDuring = async <T>(send: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> => {
  const call = Symbol('call')
  const statements: Statement[] = []
  const stop = recordStatements((statement) => {
    if (currentCall.getStore() === call) statements.push(statement)
  })
  return { result: await currentCall.run(call, send).finally(stop), statements }
}
