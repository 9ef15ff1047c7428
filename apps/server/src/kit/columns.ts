import type { Language } from '@sukoyaka/phrases/kit'
import { type AnyColumn, sql } from 'drizzle-orm'
import { bigint, customType } from 'drizzle-orm/pg-core'

/** An instant with milliseconds, in code and on the wire ISO 8601 in UTC with `Z`. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** A row's own number. Inserts may bring one (tests, demo); otherwise the database counts. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()

/** Another row's number, up to 2^53 − 1. */
export const ref = () => bigint({ mode: 'number' })

/** An instant the database sets when the row is made. */
export const now = () => instant().notNull().default(sql`now()`)

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

type Named = { name_ja: AnyColumn; name_en: AnyColumn; name_kr: AnyColumn }
/** A catalogue word in the request's language. */
export const localName = (table: Named, language: Language) => sql<string>`${{ ja: table.name_ja, en: table.name_en, kr: table.name_kr }[language]}`
