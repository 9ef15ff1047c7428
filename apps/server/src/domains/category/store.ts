import type { Language } from '@sukoyaka/phrases/language'
import type { indicatorTypes } from '@sukoyaka/wire/care/assessment'
import { and, eq, ne } from 'drizzle-orm'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { result_categories } from '../checkup/tables.ts'
import { lifestyle_categories } from '../lifestyle/tables.ts'
import { symptom_categories } from '../symptom/tables.ts'

/** The catalogue of a category. Records refer to a category by type and id, files of `reference-data` by type and name. */
export type CategoryType = (typeof indicatorTypes)[number]
const numericType = 0

const catalogueOf = (type: CategoryType) =>
  ({
    numeric_test_result_category: { table: result_categories, only: eq(result_categories.type, numericType) },
    image_test_result_category: { table: result_categories, only: ne(result_categories.type, numericType) },
    lifestyle_category: { table: lifestyle_categories, only: undefined },
    symptom_category: { table: symptom_categories, only: undefined },
  })[type]

export type CategoryWords = { id: number; name: string; name_ja: string; display_name: string }
type CategoryName = { type: CategoryType; name: string }
const keyOf = ({ type, name }: CategoryName) => `${type} ${name}`

const categoriesWithNames = preparedQuery((db, type: CategoryType, language: Language) => {
  const { table, only } = catalogueOf(type)
  return db
    .select({ id: table.id, name: table.name, name_ja: table.name_ja, display_name: localName(table, language) })
    .from(table)
    .where(and(isAnyOf(table.name, 'names'), only))
})

/** Loads the categories of these names. Returns a look-up function. */
export const categoriesByName = async (db: Db, language: Language, names: CategoryName[]) => {
  const found = new Map<string, CategoryWords>()
  for (const [type, entries] of Map.groupBy(names, (category) => category.type)) {
    const rows = await categoriesWithNames(db, type, language).execute({ names: entries.map(({ name }) => name) })
    for (const row of rows) found.set(keyOf({ type, name: row.name }), row)
  }
  return (category: CategoryName) => found.get(keyOf(category))
}

const categoriesWithIds = preparedQuery((db, type: CategoryType) => {
  const { table, only } = catalogueOf(type)
  return db
    .select({ id: table.id })
    .from(table)
    .where(and(isAnyOf(table.id), only))
})

export const categoriesExist = async (db: Db, references: { type: CategoryType; id: number }[]): Promise<boolean> => {
  for (const [type, entries] of Map.groupBy(references, (category) => category.type)) {
    const ids = [...new Set(entries.map(({ id }) => id))]
    const rows = await categoriesWithIds(db, type).execute({ ids })
    if (rows.length < ids.length) return false
  }
  return true
}
