import { type Column, fillPlaceholders, is, SQL } from 'drizzle-orm'
import { PgCustomColumn } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { isoOf } from './columns.ts'
import type { Db } from './db.ts'

/** An answer that is JSON already, of one byte a letter: sent as it is, past the reply's schema. */
export class RawJson {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

type Text = string | null

/** JSON of one byte a letter, which is joined and sent in half the time. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escaped = new Map<string, string>()
/** The same few places and devices stand in row after row. */
const text = (it: string): string => {
  const known = escaped.get(it)
  if (known !== undefined) return known
  if (escaped.size > 1_000) escaped.clear()
  const json = asciiJson(it)
  escaped.set(it, json)
  return json
}

type Write = (text: string) => string

// neither not-a-number nor infinity is JSON; all others end with a digit
const number: Write = (text) => (text.charCodeAt(text.length - 1) > 57 ? 'null' : text)
const kinds: Record<string, Write> = {
  PgBoolean: (text) => (text === 't' ? 'true' : 'false'),
  PgText: text,
  PgBigInt53: number,
  PgInteger: number,
  PgSmallInt: number,
  PgDoublePrecision: number,
}

const kindOf = (name: string, column: Column | SQL | SQL.Aliased): Write => {
  const write =
    is(column, PgCustomColumn) && column.getSQLType().startsWith('timestamp') ? (text: string) => `"${isoOf(text)}"` : kinds[(column as Column).columnType]
  if (!write || is(column, SQL)) throw new Error(`nobody says how ${name} is written`)
  return write
}

type Query = { toSQL: () => { sql: string; params: unknown[] } }
type Fields = Record<string, Column | SQL | SQL.Aliased>

const asText = { getTypeParser: () => (text: string) => text }

/**
 * A read whose rows go out as PostgreSQL wrote them: parsing a thousand rows into numbers and printing them again took most of a long
 * answer's time. Answers objects without their closing brace, so that more can be put into them, beside the raw row. For what is
 * read outside a transaction.
 */
export const rawJsonRows = (db: Db, name: string, query: Query, fields: Fields) => {
  const { sql: statement, params } = query.toSQL()
  const writes = Object.entries(fields).map(([field, column], at) => ({ before: `${at ? ',' : '{'}${JSON.stringify(field)}:`, write: kindOf(field, column) }))
  const { $client: pool } = db as Db & { $client: Pool }
  return {
    execute: async (values: Record<string, unknown> = {}) => {
      const asked = { name, text: statement, values: fillPlaceholders(params, values), rowMode: 'array' as const, types: asText }
      const { rows } = await pool.query<Text[]>(asked as never)
      const written = rows.map((row) => {
        let json = ''
        for (let at = 0; at < writes.length; at++) {
          const { before, write } = writes[at]!
          const it = row[at]!
          json += before + (it === null ? 'null' : write(it))
        }
        return json
      })
      return { rows, written }
    },
  }
}
