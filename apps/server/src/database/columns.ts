import type { Language } from '@sukoyaka/phrases/language'
import { type AnyColumn, sql } from 'drizzle-orm'
import { bigint, customType, text } from 'drizzle-orm/pg-core'

const inUtc = /^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/
/** PostgreSQL's text in UTC needs other separators only; through a Date it took a tenth of a long answer's time. */
export const isoOf = (text: string) =>
  inUtc.test(text) ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z` : new Date(text).toISOString()

/** An instant with milliseconds, in code and on the wire ISO 8601 in UTC with `Z`. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: isoOf,
})

/** A row's own number. Inserts may bring one (tests, demo); otherwise the database counts. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()

/** Another row's number, up to 2^53 − 1. */
export const ref = () => bigint({ mode: 'number' })

/** An instant the database sets when the row is made. */
export const now = () => instant().notNull().default(sql`now()`)

/** Of a row that is changed: never the same `updated_at` again, and later than what stood there, though the call may have begun before. */
export const later = sql`greatest(now(), updated_at + interval '1 millisecond')` as never

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What a catalogue's row is called: by us, and by people in each language. */
export const names = () => ({ name: text().notNull().unique(), name_ja: text().notNull(), name_en: text().notNull(), name_kr: text().notNull() })

type Named = { name_ja: AnyColumn; name_en: AnyColumn; name_kr: AnyColumn }
/** A catalogue word in the request's language. */
export const localName = (table: Named, language: Language) => sql<string>`${{ ja: table.name_ja, en: table.name_en, kr: table.name_kr }[language]}`

/** A step of a scale as a catalogue holds it, in a column of JSON. */
export type NamedOption = { value: number; label_ja: string; label_en: string; label_kr: string }
/** The same in the request's language, as it goes out. */
export const localOption =
  (language: Language) =>
  ({ value, ...labels }: NamedOption) => ({ value, label: labels[`label_${language}`] })
