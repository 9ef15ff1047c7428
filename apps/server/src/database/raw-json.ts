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

type RawValue = string | null

/** JSON with every non-ASCII character escaped: ASCII text concatenates and sends twice as fast. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escaped = new Map<string, string>()
/** JSON of a text, cached because in large replies a text column has only a few distinct values, repeated in many rows, such as the name of a device. */
const writeText = (value: string): string => {
  const cached = escaped.get(value)
  if (cached !== undefined) return cached
  if (escaped.size > 1_000) escaped.clear()
  const json = asciiJson(value)
  escaped.set(value, json)
  return json
}

type Serialize = (raw: string) => string

// NaN and Infinity, which JSON does not have, become null; they alone end with a character other than a digit
const writeNumber: Serialize = (raw) => (raw.charCodeAt(raw.length - 1) > 57 ? 'null' : raw)
const writers: Record<string, Serialize> = {
  PgBoolean: (raw) => (raw === 't' ? 'true' : 'false'),
  PgText: writeText,
  PgBigInt53: writeNumber,
  PgInteger: writeNumber,
  PgSmallInt: writeNumber,
  PgDoublePrecision: writeNumber,
}

const writerOf = (name: string, column: Column | SQL | SQL.Aliased): Serialize => {
  const write =
    is(column, PgCustomColumn) && column.getSQLType().startsWith('timestamp') ? (raw: string) => `"${toIso(raw)}"` : writers[(column as Column).columnType]
  if (!write || is(column, SQL)) throw new Error(`no JSON writer for column ${name}`)
  return write
}

type Query = { toSQL: () => { sql: string; params: unknown[] } }
type Fields = Record<string, Column | SQL | SQL.Aliased>

const asText = { getTypeParser: () => (text: string) => text }

/**
 * Wraps a Drizzle query so that its rows are returned as JSON. The callback of `preparedQuery` or `patientQuery` returns the result. PostgreSQL sends values as
 * text, which is written as JSON without being parsed, because parsing and serialising a thousand rows took most of a long response's time. Executing the
 * query returns `rows` (the raw values) and `jsonRows` (each row as the JSON of an object without its closing brace, so that fields can be appended).
 */
export const rawJsonRows = (query: Query, fields: Fields) => {
  const { sql: text, params } = query.toSQL()
  const name = nextStatementName()
  const writes = Object.entries(fields).map(([field, column], at) => ({ before: `${at ? ',' : '{'}${JSON.stringify(field)}:`, write: writerOf(field, column) }))
  return {
    runOn: async (connection: Queryable, values: Record<string, unknown>) => {
      const config: QueryArrayConfig = { name, text, rowMode: 'array', types: asText }
      const { rows } = await connection.query<RawValue[]>(config, fillPlaceholders(params, values))
      const jsonRows = rows.map((row) => {
        let json = ''
        for (let at = 0; at < writes.length; at++) {
          const { before, write } = writes[at]!
          const value = row[at]!
          json += before + (value === null ? 'null' : write(value))
        }
        return json
      })
      return { rows, jsonRows }
    },
  }
}
