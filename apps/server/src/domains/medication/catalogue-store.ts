import type { Language } from '@sukoyaka/phrases/language'
import { queryTokens } from '@sukoyaka/rules/fold'
import { wordSearchText } from '@sukoyaka/rules/search'
import type { Medicine, Supplement } from '@sukoyaka/wire/record/medication'
import { asc, type SQL } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { conditionOf, filtersOf, isGiven, preparedQuery } from '../../database/prepared.ts'
import { containsWords, searchValues, startsFirst } from '../../database/text-search.ts'
import { medicines, supplements } from './tables.ts'

const maxRows = 1000

/** Search text of a catalogue entry with its names in every script. */
export const catalogueSearchText = (name_ja: string, kana: string, ...otherNames: string[]) =>
  wordSearchText({ text: name_ja, kana }, ...otherNames.filter(Boolean).map((text) => ({ text })))

/** Entries with a word that starts with the first word of the search come first. */
const orderOf = ({ name_search, sort_number, id }: typeof medicines | typeof supplements, given: string): SQL[] => [
  ...(isGiven(given)('start') ? [startsFirst(name_search)] : []),
  asc(sort_number),
  asc(id),
]

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

const medicinesWhere = preparedQuery((db, given: string) =>
  db
    .select()
    .from(medicines)
    .where(conditionOf({ words: containsWords(medicines.name_search) }, given))
    .orderBy(...orderOf(medicines, given))
    .limit(maxRows),
)
export const medicinesFor = async (db: Db, query: string | undefined, language: Language): Promise<Medicine[]> => {
  const values = searchValues(query, queryTokens)
  const rows = await medicinesWhere(db, filtersOf(values)).execute(values)
  return rows.map((row) => localizedMedicine(row, language))
}

const supplementsWhere = preparedQuery((db, given: string) =>
  db
    .select()
    .from(supplements)
    .where(conditionOf({ words: containsWords(supplements.name_search) }, given))
    .orderBy(...orderOf(supplements, given))
    .limit(maxRows),
)
export const supplementsFor = async (db: Db, query: string | undefined, language: Language): Promise<Supplement[]> => {
  const values = searchValues(query, queryTokens)
  const rows = await supplementsWhere(db, filtersOf(values)).execute(values)
  return rows.map((row) => localizedSupplement(row, language))
}
