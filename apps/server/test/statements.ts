import pg from 'pg'

/** One statement sent to PostgreSQL, with times of this process. */
export type Statement = {
  name: string | undefined
  text: string
  values: unknown[]
  /** Number of the connection that sent it. */
  connection: number
  application: string
  began: number
  ended: number
  rows: Record<string, unknown>[]
}

type Asked = string | { name?: string; text: string; values?: unknown[]; submit?: unknown }
type Heard = { rows?: Record<string, unknown>[] } | undefined
type Query = (this: pg.Client, asked: Asked, values?: unknown, told?: unknown) => unknown

/** Calls `hear` for every statement of this process with its parameters. Returns a function that stops it. */
export const hearStatements = (hear: (statement: Statement) => void): (() => void) => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const query = prototype.query
  const numbers = new WeakMap<pg.Client, number>()
  let connections = 0
  prototype.query = function (asked, values, told) {
    if (typeof asked !== 'string' && asked.submit) return query.call(this, asked, values, told)
    const connection = numbers.get(this) ?? ++connections
    numbers.set(this, connection)
    const { name, text, values: own } = typeof asked === 'string' ? { name: undefined, text: asked, values: undefined } : asked
    const began = performance.now()
    const ended = (result: Heard) => {
      const { application_name = '' } = (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
      const sent = own ?? (Array.isArray(values) ? values : [])
      hear({ name, text, values: sent, connection, application: application_name, began, ended: performance.now(), rows: result?.rows ?? [] })
    }
    const callback = typeof values === 'function' ? values : told
    if (typeof callback === 'function') {
      const heard = (error: unknown, result: Heard) => {
        if (!error) ended(result)
        callback(error, result)
      }
      return typeof values === 'function' ? query.call(this, asked, heard) : query.call(this, asked, values, heard)
    }
    const answer = query.call(this, asked, values) as Promise<Heard>
    answer.then(ended, () => {})
    return answer
  }
  return () => {
    prototype.query = query
  }
}
