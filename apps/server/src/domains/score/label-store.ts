import type { Language } from '@sukoyaka/phrases/language'
import { formatAnswer, formatUnit } from '@sukoyaka/rules/record/answer'
import { formatValue } from '@sukoyaka/rules/value'
import { localOption } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { result_categories } from '../checkup/tables.ts'
import { diseases } from '../disease/tables.ts'
import { lifestyle_categories } from '../lifestyle/tables.ts'
import { symptom_categories } from '../symptom/tables.ts'
import type { Cap, health_score_categories, Source } from './tables.ts'

type Category = typeof health_score_categories.$inferSelect
type SourceTexts = { display_name: string; label: string | null; unit_display: string; decimals: number }
type SourceValue = Pick<Source, 'type' | 'name' | 'value' | 'comparator'>
type CapValue = Pick<Cap, 'finding' | 'name' | 'value'> & Pick<Source, 'comparator'>

const nameOnly = (display_name: string): SourceTexts => ({ display_name, label: null, unit_display: '', decimals: 0 })

/** The name and unit of a result, and its value as text if it is qualitative or beyond a limit of measurement. */
const resultTexts = (
  name: string,
  { value, comparator }: Pick<CapValue, 'value' | 'comparator'>,
  category: typeof result_categories.$inferSelect | undefined,
  language: Language,
): SourceTexts => {
  const isPlain = value === null || !category || !(comparator || category.value_labels || category.steps)
  const label = isPlain ? null : `${formatValue({ value, comparator }, category)} ${formatUnit(category.unit_display, language)}`.trim()
  return { ...nameOnly(category?.[`name_${language}`] ?? name), label, unit_display: category?.unit_display ?? '', decimals: category?.decimals ?? 0 }
}

const resultsByNames = preparedQuery((db) => db.select().from(result_categories).where(isAnyOf(result_categories.name, 'names')))
const lifestylesByNames = preparedQuery((db) => db.select().from(lifestyle_categories).where(isAnyOf(lifestyle_categories.name, 'names')))
const symptomsByNames = preparedQuery((db) => db.select().from(symptom_categories).where(isAnyOf(symptom_categories.name, 'names')))

const diseasesByCodes = preparedQuery((db) =>
  db
    .select({ code: diseases.code, name_ja: diseases.name_local, name_en: diseases.name, name_kr: diseases.name_kr })
    .from(diseases)
    .where(isAnyOf(diseases.code, 'codes')),
)

/** Returns a function that gives the name and unit of a finding that lowered a rank. */
export const wordsOfCaps = async (db: Db, caps: readonly Cap[], language: Language) => {
  const nameColumn = `name_${language}` as const
  const namesWith = (isIllness: boolean) => [...new Set(caps.filter(({ finding }) => (finding === 'illness') === isIllness).map(({ name }) => name))]
  if (!caps.length) return ({ name }: CapValue) => nameOnly(name)
  const results = new Map((await resultsByNames(db).execute({ names: namesWith(false) })).map((category) => [category.name, category]))
  const illnesses = new Map((await diseasesByCodes(db).execute({ codes: namesWith(true) })).map((disease) => [disease.code, disease]))
  return (cap: CapValue): SourceTexts => {
    if (cap.finding === 'illness') return nameOnly(illnesses.get(cap.name)?.[nameColumn] || (illnesses.get(cap.name)?.name_ja ?? cap.name))
    return resultTexts(cap.name, cap, results.get(cap.name), language)
  }
}

/**
 * Returns a function that gives the name of a score's source, and its value as text (`label`) unless the client formats the number. Steps have no name here;
 * the client names them.
 */
export const wordsOfSources = async (db: Db, categories: Category[], language: Language) => {
  const namesOf = (sourceType: Source['type']) =>
    categories.flatMap(({ components }) => components.flatMap(({ type, name }) => (type === sourceType && name !== null ? [name] : [])))
  const nameColumn = `name_${language}` as const
  const byName = <C extends { name: string }>(found: C[]) => new Map(found.map((category) => [category.name, category]))
  const resultByName = byName(await resultsByNames(db).execute({ names: namesOf('numeric_test_result_category') }))
  const lifestyleByName = byName(await lifestylesByNames(db).execute({ names: namesOf('lifestyle_category') }))
  const symptomByName = byName(await symptomsByNames(db).execute({ names: namesOf('symptom_category') }))
  const localizeOption = localOption(language)
  const scoreByName = byName(categories)
  return ({ type, name, value, comparator }: SourceValue): SourceTexts => {
    if (type === 'step' || name === null) return nameOnly('')
    if (type === 'health_score_category') return nameOnly(scoreByName.get(name)?.[nameColumn] ?? name)
    if (type === 'symptom_category') {
      const category = symptomByName.get(name)
      return {
        ...nameOnly(category?.[nameColumn] ?? name),
        label: category ? formatAnswer({ ...category, options: category.options.map(localizeOption) }, value, language, 'symptom') : null,
      }
    }
    if (type === 'numeric_test_result_category') return resultTexts(name, { value, comparator }, resultByName.get(name), language)
    const item = lifestyleByName.get(name)
    const options = item?.options.map(localizeOption)
    return { ...nameOnly(item?.[nameColumn] ?? name), label: item ? formatAnswer({ ...item, options }, value, language) : null }
  }
}
