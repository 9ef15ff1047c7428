import type { Language } from '@sukoyaka/phrases/language'
import { formatAnswer } from '@sukoyaka/rules/record/answer'
import { inArray } from 'drizzle-orm'
import { localOption } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { result_categories } from '../checkup/tables.ts'
import { lifestyle_categories } from '../lifestyle/tables.ts'
import { symptom_categories } from '../symptom/tables.ts'
import type { health_score_categories, Source } from './tables.ts'

type Category = typeof health_score_categories.$inferSelect
type Words = { display_name: string; label: string | null; unit_display: string; decimals: number }
type Asked = Pick<Source, 'type' | 'name' | 'value'>

const named = (display_name: string): Words => ({ display_name, label: null, unit_display: '', decimals: 0 })

/** Returns a function that gives the name and the formatted value of a score's source. Steps have no name here; the client names them. */
export const wordsOfSources = async (db: Db, categories: Category[], language: Language) => {
  const namesOf = (wanted: Source['type']) =>
    categories.flatMap(({ components }) => components.flatMap(({ type, name }) => (type === wanted && name !== null ? [name] : [])))
  const local = `name_${language}` as const
  const measured = new Map(
    (
      await db
        .select()
        .from(result_categories)
        .where(inArray(result_categories.name, namesOf('numeric_test_result_category')))
    ).map((category) => [category.name, category]),
  )
  const lived = new Map(
    (
      await db
        .select()
        .from(lifestyle_categories)
        .where(inArray(lifestyle_categories.name, namesOf('lifestyle_category')))
    ).map((category) => [category.name, category]),
  )
  const felt = new Map(
    (
      await db
        .select()
        .from(symptom_categories)
        .where(inArray(symptom_categories.name, namesOf('symptom_category')))
    ).map((category) => [category.name, category]),
  )
  const labelled = localOption(language)
  const scored = new Map(categories.map((category) => [category.name, category]))
  return ({ type, name, value }: Asked): Words => {
    if (type === 'step' || name === null) return named('')
    if (type === 'health_score_category') return named(scored.get(name)?.[local] ?? name)
    if (type === 'symptom_category') {
      const category = felt.get(name)
      return {
        ...named(category?.[local] ?? name),
        label: category ? formatAnswer({ ...category, options: category.options.map(labelled) }, value, language) : null,
      }
    }
    if (type === 'numeric_test_result_category') {
      const category = measured.get(name)
      return { ...named(category?.[local] ?? name), unit_display: category?.unit_display ?? '', decimals: category?.decimals ?? 0 }
    }
    const item = lived.get(name)
    const options = item?.options.map(labelled)
    return { ...named(item?.[local] ?? name), label: item ? formatAnswer({ ...item, options }, value, language) : null }
  }
}
