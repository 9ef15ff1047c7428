import type { Language } from '@sukoyaka/phrases/language'
import { queryTokens } from '@sukoyaka/rules/fold'
import { wordSearchText } from '@sukoyaka/rules/search'
import type { Medicine, Supplement } from '@sukoyaka/wire/record/medication'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/db.ts'
import { medicines, supplements } from './tables.ts'

const maxRows = 1000

/** Search text of a catalogue entry with its names in every script. */
export const catalogueSearchText = (name_ja: string, kana: string, ...otherNames: string[]) =>
  wordSearchText({ text: name_ja, kana }, ...otherNames.filter(Boolean).map((text) => ({ text })))

/** Every word of the query must be part of a name. The catalogue has about a hundred rows and needs no index. */
const contains = (column: PgColumn, query: string | undefined): SQL | undefined => {
  if (query === undefined || query.trim() === '') return undefined
  const tokens = queryTokens(query)
  if (!tokens.length) return sql`false`
  return and(...tokens.map((token) => sql`position(${token} in ${column}) > 0`))
}

/** Sort order: entries with a name that starts with the first query word come before those that contain it. */
const prefixMatchesFirst = (column: PgColumn, query = ''): SQL[] => {
  const [token] = queryTokens(query)
  return token ? [sql`case when position(${` ${token}`} in ' ' || ${column}) > 0 then 0 else 1 end`] : []
}

type MedicineRow = typeof medicines.$inferSelect
type SupplementRow = typeof supplements.$inferSelect

/** `display_name` is in the request’s language; medicines have no Korean name and use the Japanese one. */
export const localizedMedicine = ({ name_search: _, ...row }: MedicineRow, language: Language): Medicine => ({
  ...row,
  display_name: language === 'en' ? row.name_en : row.name_ja,
})
export const localizedSupplement = ({ id, name, name_ja, name_en, name_kr, sort_number }: SupplementRow, language: Language): Supplement => ({
  id,
  name,
  name_ja,
  display_name: { ja: name_ja, en: name_en, kr: name_kr }[language],
  sort_number,
})

export const medicinesFor = async (db: Db, query: string | undefined, language: Language): Promise<Medicine[]> => {
  // built per call: the search words make the text
  const rows = await db
    .select()
    .from(medicines)
    .where(contains(medicines.name_search, query))
    .orderBy(...prefixMatchesFirst(medicines.name_search, query), asc(medicines.sort_number), asc(medicines.id))
    .limit(maxRows)
  return rows.map((row) => localizedMedicine(row, language))
}

export const supplementsFor = async (db: Db, query: string | undefined, language: Language): Promise<Supplement[]> => {
  // built per call: the search words make the text
  const rows = await db
    .select()
    .from(supplements)
    .where(contains(supplements.name_search, query))
    .orderBy(...prefixMatchesFirst(supplements.name_search, query), asc(supplements.sort_number), asc(supplements.id))
    .limit(maxRows)
  return rows.map((row) => localizedSupplement(row, language))
}
