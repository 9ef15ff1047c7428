import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNumberCell } from '@sukoyaka/rules/boards/import-cell'
import { foldHeader, foldUnit, splitUnit } from '@sukoyaka/rules/boards/import-header'
import type { Measurable } from '@sukoyaka/rules/record/judge'
import { type ImportColumn, type ImportField, type ImportMapping, isSingleField } from '@sukoyaka/wire/boards/results-import'
import { referenceFolder } from '../../config/folders.ts'

// biome-ignore lint/suspicious/noExplicitAny: our own files; their shapes are declared where they are used
const readReferenceFile = (name: string): any => JSON.parse(readFileSync(join(referenceFolder, `${name}.json`), 'utf8'))
type FieldNames = Partial<Record<ImportField, string[]>>
const headerNames: { fields: FieldNames; likely_fields: FieldNames; items: { category: string; names: string[]; likely?: string[]; units?: string[] }[] } =
  readReferenceFile('result_header_names')

const otherUnits = new Map(headerNames.items.map(({ category, units = [] }) => [category, units]))

export type Category = Measurable & { id: number; name: string; name_ja: string; name_en: string; name_kr: string; jlac10: string | null }

export type Dictionary = {
  fields: ReadonlyMap<string, { field: ImportField; isGuess: boolean }>
  categories: ReadonlyMap<string, { id: number; isGuess: boolean }>
  codes: ReadonlyMap<string, number>
  byId: ReadonlyMap<number, Category>
}

/** The meanings of columns, by their folded name or their JLAC10 code. */
export const dictionaryOf = (catalogue: readonly Category[]): Dictionary => {
  const idOf = new Map(catalogue.map(({ name, id }) => [name, id]))
  const categories = new Map<string, { id: number; isGuess: boolean }>()
  const add = (text: string, id: number, isGuess: boolean) => {
    const key = foldHeader(text)
    if (key && !categories.has(key)) categories.set(key, { id, isGuess })
  }
  // uncertain meanings first: a name keeps its first meaning, so an ambiguous one stays a guess
  for (const { category, likely = [] } of headerNames.items) for (const name of likely) if (idOf.has(category)) add(name, idOf.get(category)!, true)
  for (const { category, names } of headerNames.items) for (const name of names) if (idOf.has(category)) add(name, idOf.get(category)!, false)
  for (const category of catalogue) for (const name of [category.name_ja, category.name_en, category.name_kr, category.name]) add(name, category.id, false)
  const fieldsOf = (fields: FieldNames, isGuess: boolean) =>
    Object.entries(fields).flatMap(([field, names]) => names.map((name) => [foldHeader(name), { field: field as ImportField, isGuess }] as const))
  return {
    fields: new Map([...fieldsOf(headerNames.likely_fields, true), ...fieldsOf(headerNames.fields, false)]),
    categories,
    codes: new Map(catalogue.flatMap(({ jlac10, id }) => (jlac10 ? [[jlac10, id] as const] : []))),
    byId: new Map(catalogue.map((category) => [category.id, category])),
  }
}

export const knownNames = ({ fields, categories }: Dictionary): Set<string> => new Set([...fields.keys(), ...categories.keys()])

/**
 * The unit that a text means: the category’s own unit if the text is empty or names it, or the unit of a conversion; undefined for any other text. A category
 * with `value_labels` always has its own.
 */
export const unitOf = (category: Category, text: string): string | undefined => {
  const folded = foldUnit(text)
  if (!folded || category.value_labels) return category.unit
  const foldLoosely = (unit: string) => foldUnit(unit).replace('iu', 'u')
  for (const foldText of [foldUnit, foldLoosely]) {
    const found = [category.unit, category.unit_display, ...(otherUnits.get(category.name) ?? [])].some(
      (ownUnit) => ownUnit && foldText(ownUnit) === foldText(text),
    )
    if (found) return category.unit
    const conversion = (category.conversions ?? []).find(({ unit }) => foldText(unit) === foldText(text))
    if (conversion) return conversion.unit
  }
  return undefined
}

const minShare = 0.8
/**
 * Guesses a missing unit if most values (`minShare`) are plausible in it, but neither in the category’s own unit nor in a third one: leucocytes of 5,600 are
 * per µL.
 */
const guessUnit = (category: Category, samples: readonly string[]): string | undefined => {
  const numbers = samples.flatMap((sample) => {
    const cell = readNumberCell(sample)
    return typeof cell === 'object' && !cell.unit ? [cell.value] : []
  })
  if (!numbers.length || category.value_labels || !category.conversions?.length) return undefined
  const { min, max } = category.likely ?? { min: null, max: null }
  const fits = ({ factor, offset }: { factor: number; offset: number }) =>
    numbers.filter((value) => (min === null || value * factor + offset >= min) && (max === null || value * factor + offset <= max)).length >=
    numbers.length * minShare
  if (fits({ factor: 1, offset: 0 })) return undefined
  const matching = category.conversions.filter(fits)
  return new Set(matching.map(({ factor, offset }) => `${factor} ${offset}`)).size === 1 ? matching[0]!.unit : undefined
}

export type Remembered = Map<string, { field: ImportField | null; category_id: number | null; unit: string | null }>

/** Headers such as 脂質判定 or 血圧判定区分, but not those of an earlier checkup. */
const isJudgement = (header: string) => /判定(区分|結果)?$/u.test(foldHeader(header)) && !/前回|前々回|過去/u.test(header)

const meaningOf = ({ header, code }: ImportColumn, dictionary: Dictionary, remembered: Remembered): Pick<ImportMapping, 'field' | 'category_id' | 'source'> => {
  const previous = remembered.get(foldHeader(header))
  const isKnown = !previous?.category_id || dictionary.byId.has(previous.category_id)
  if (previous && isKnown) return { field: previous.field, category_id: previous.category_id, source: 'remembered' }
  const categoryIdOfCode = code ? dictionary.codes.get(code) : undefined
  if (categoryIdOfCode) return { field: null, category_id: categoryIdOfCode, source: 'name' }
  for (const name of new Set([header, splitUnit(header).name].map(foldHeader))) {
    const field = dictionary.fields.get(name)
    if (field) return { field: field.field, category_id: null, source: field.isGuess ? 'guess' : 'name' }
    const category = dictionary.categories.get(name)
    if (category) return { field: null, category_id: category.id, source: category.isGuess ? 'guess' : 'name' }
  }
  if (isJudgement(header)) return { field: 'judgement', category_id: null, source: 'name' }
  return { field: null, category_id: null, source: 'none' }
}

const sourceOrder = { chosen: 0, remembered: 1, name: 2, guess: 3, none: 4 }

/**
 * What each column means according to the facility’s earlier files, its code and its header. Of two columns with the same meaning, the more certain
 * one counts, or else the first; columns of judgements all count. A unit in the file counts more than the remembered one.
 */
export const proposeMapping = (columns: readonly ImportColumn[], dictionary: Dictionary, remembered: Remembered): ImportMapping[] => {
  const meanings = columns.map((column, at) => ({ at, ...meaningOf(column, dictionary, remembered) }))
  const usedMeanings = new Set<string>()
  for (const meaning of meanings.toSorted((a, b) => sourceOrder[a.source] - sourceOrder[b.source] || a.at - b.at)) {
    const meaningKey = meaning.field ?? meaning.category_id
    if (meaningKey === null || !isSingleField(meaning.field)) continue
    if (usedMeanings.has(`${meaningKey}`)) Object.assign(meaning, { field: null, category_id: null, source: 'none' })
    usedMeanings.add(`${meaningKey}`)
  }
  return meanings.map((meaning) => {
    const category = meaning.category_id === null ? undefined : dictionary.byId.get(meaning.category_id)
    const { header, unit, samples } = columns[meaning.at]!
    if (!category) return { ...meaning, unit: null, is_unit_guessed: false }
    const stated = unit ? unitOf(category, unit) : undefined
    const previous = meaning.source === 'remembered' ? remembered.get(foldHeader(header))?.unit : undefined
    const guessed = unit || previous ? undefined : guessUnit(category, samples)
    // the facility may have changed its unit: a person decides
    const source = previous && unit && stated !== previous ? 'guess' : meaning.source
    return { ...meaning, source, unit: stated ?? previous ?? guessed ?? unitOf(category, unit) ?? null, is_unit_guessed: guessed !== undefined }
  })
}
