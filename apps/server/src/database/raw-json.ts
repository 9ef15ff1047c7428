import { type Column, fillPlaceholders, is, SQL } from 'drizzle-orm'
import { PgCustomColumn } from 'drizzle-orm/pg-core'
import type { QueryArrayConfig } from 'pg'
import { toIso } from './columns.ts'
import type { Queryable } from './db.ts'
import { nextStatementName } from './prepared.ts'

/** A response that is already ASCII JSON: sent unchanged, bypassing the reply schema. */
export class RawJson {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

type Text = string | null

/** JSON with every non-ASCII character escaped: ASCII text concatenates and sends twice as fast. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escaped = new Map<string, string>()
/** JSON of a text, cached because the same few locations and devices repeat in many rows. */
const text = (value: string): string => {
  const cached = escaped.get(value)
  if (cached !== undefined) return cached
  if (escaped.size > 1_000) escaped.clear()
  const json = asciiJson(value)
  escaped.set(value, json)
  return json
}

type Serialize = (text: string) => string

// NaN and Infinity are not valid JSON; every other number ends with a digit
const number: Serialize = (text) => (text.charCodeAt(text.length - 1) > 57 ? 'null' : text)
const writers: Record<string, Serialize> = {
  PgBoolean: (text) => (text === 't' ? 'true' : 'false'),
  PgText: text,
  PgBigInt53: number,
  PgInteger: number,
  PgSmallInt: number,
  PgDoublePrecision: number,
}

const writerOf = (name: string, column: Column | SQL | SQL.Aliased): Serialize => {
  const write =
    is(column, PgCustomColumn) && column.getSQLType().startsWith('timestamp') ? (text: string) => `"${toIso(text)}"` : writers[(column as Column).columnType]
  if (!write || is(column, SQL)) throw new Error(`no JSON writer for column ${name}`)
  return write
}

type Query = { toSQL: () => { sql: string; params: unknown[] } }
type Fields = Record<string, Column | SQL | SQL.Aliased>

const asText = { getTypeParser: () => (text: string) => text }

/**
 * A query for `preparedQuery` and `patientQuery` that turns the text of PostgreSQL into JSON directly: parsing and serialising a thousand
 * rows took most of a long response's time. Returns objects without their closing brace, so that fields can be appended, and the raw rows.
 */
export const rawJsonRows = (query: Query, fields: Fields) => {
  const { sql: text, params } = query.toSQL()
  const name = nextStatementName()
  const writes = Object.entries(fields).map(([field, column], at) => ({ before: `${at ? ',' : '{'}${JSON.stringify(field)}:`, write: writerOf(field, column) }))
  return {
    runOn: async (connection: Queryable, values: Record<string, unknown>) => {
      const config: QueryArrayConfig = { name, text, rowMode: 'array', types: asText }
      const { rows } = await connection.query<Text[]>(config, fillPlaceholders(params, values))
      const jsonRows = rows.map((row) => {
        let json = ''
        for (let at = 0; at < writes.length; at++) {
          const { before, write } = writes[at]!
          const value = row[at]!
          json += before + (value === null ? 'null' : write(value))
        }
        return json
      })
      return { rows, written: jsonRows }
    },
  }
}
