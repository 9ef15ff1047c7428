import type { Language } from '@sukoyaka/phrases/language'
import { queryTokens, wordSearchText } from '@sukoyaka/rules/search'
import type { Medicine, Supplement } from '@sukoyaka/wire/record/medication'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/db.ts'
import { medicines, supplements } from './tables.ts'

const maxRows = 1000

/** Search text of a catalogue entry with its names in every script. */
export const searchedBy = (name_ja: string, kana: string, ...others: string[]) =>
  wordSearchText({ text: name_ja, kana }, ...others.filter(Boolean).map((text) => ({ text })))

/** Every word of the query must be part of a name. The catalogue has about a hundred rows and needs no index. */
const contains = (column: PgColumn, q: string | undefined): SQL | undefined => {
  if (q === undefined || q.trim() === '') return undefined
  const tokens = queryTokens(q)
  if (!tokens.length) return sql`false`
  return and(...tokens.map((token) => sql`position(${token} in ${column}) > 0`))
}

/** Entries with a name that starts with the first query word come before those that contain it. */
const startsFirst = (column: PgColumn, q = ''): SQL[] => {
  const [token] = queryTokens(q)
  return token ? [sql`case when position(${` ${token}`} in ' ' || ${column}) > 0 then 0 else 1 end`] : []
}

type MedicineRow = typeof medicines.$inferSelect
type SupplementRow = typeof supplements.$inferSelect

/** `display_name` is in the request’s language; medicines have no Korean name and use the Japanese one. */
export const spokenMedicine = ({ name_search: _, ...row }: MedicineRow, language: Language): Medicine => ({
  ...row,
  display_name: language === 'en' ? row.name_en : row.name_ja,
})
export const spokenSupplement = ({ id, name, name_ja, name_en, name_kr, sort_number }: SupplementRow, language: Language): Supplement => ({
  id,
  name,
  name_ja,
  display_name: { ja: name_ja, en: name_en, kr: name_kr }[language],
  sort_number,
})

export const medicinesFor = async (db: Db, q: string | undefined, language: Language): Promise<Medicine[]> => {
  const rows = await db
    .select()
    .from(medicines)
    .where(contains(medicines.name_search, q))
    .orderBy(...startsFirst(medicines.name_search, q), asc(medicines.sort_number), asc(medicines.id))
    .limit(maxRows)
  return rows.map((row) => spokenMedicine(row, language))
}

export const supplementsFor = async (db: Db, q: string | undefined, language: Language): Promise<Supplement[]> => {
  const rows = await db
    .select()
    .from(supplements)
    .where(contains(supplements.name_search, q))
    .orderBy(...startsFirst(supplements.name_search, q), asc(supplements.sort_number), asc(supplements.id))
    .limit(maxRows)
  return rows.map((row) => spokenSupplement(row, language))
}
