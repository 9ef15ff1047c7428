import { fold } from '@sukoyaka/rules/fold'
import { readTyped } from '@sukoyaka/rules/value'
import type { Category } from '../api.ts'
import { searchWordsOf } from '../grid/readings.ts'

export type PastedLine = {
  name: string
  text: string
  unit: string
  category: Category | undefined
  /** Why the line is not filled in. */
  problem: 'unknown_item' | 'no_value' | 'unreadable' | 'unknown_unit' | 'twice' | undefined
}

/** A name as it is compared: folded, without spaces, `・` and colons. */
const comparable = (text: string) => fold(text).replace(/[\s・:：]/g, '')

/**
 * Names by which people write an item, of at least two characters: with and without the part in brackets, that part alone, and the item's readings and
 * abbreviations.
 */
const aliasesOf = (category: Category): string[] => {
  const names = [category.name_ja, category.display_name, category.name_en, category.name_kr, category.name, ...searchWordsOf(category.name).split(' ')]
  const parts = names.flatMap((name) => {
    const half = name.normalize('NFKC')
    return [half, half.replace(/\(.*?\)/g, ''), ...[...half.matchAll(/\((.+?)\)/g)].map(([, inner = '']) => inner)]
  })
  return [...new Set(parts.map(comparable))].filter((name) => name.length > 1)
}

/** Finds an item by its whole name or an alias; an alias of two items, such as みぎ, finds none. */
const itemFinder = (categories: readonly Category[]) => {
  const byName = new Map<string, Category | null>()
  for (const category of categories)
    for (const alias of aliasesOf(category)) byName.set(alias, byName.has(alias) && byName.get(alias) !== category ? null : category)
  // the full name wins over an abbreviation of another item
  for (const category of categories) byName.set(comparable(category.display_name), category)
  return (name: string) => byName.get(comparable(name.normalize('NFKC'))) ?? undefined
}

const unitFolded = (unit: string) => unit.normalize('NFKC').replace(/[μµ]/g, 'u').replace(/\s/g, '').toLowerCase()
/** The unit to enter: empty for the item's own; undefined if the item has no such unit. */
const unitFor = ({ unit, unit_display, conversions }: Category, written: string): string | undefined => {
  const folded = unitFolded(written)
  if (!folded || folded === unitFolded(unit) || folded === unitFolded(unit_display)) return ''
  return conversions?.find((conversion) => unitFolded(conversion.unit) === folded)?.unit
}

/** Commas separate columns, except between digits before exactly three digits: there they group the digits of a number. */
const separators = /(?<!\p{Nd})[,，]|[,，](?!\p{Nd}{3}(?!\p{Nd}))|、|\s{2,}|(?<=\S)\s(?=[-−±<>≦≧＜＞(（\d])/u
const everyComma = /[,，]/

/**
 * Columns of a copied table (tabs), or of text separated by commas, `、`, several spaces, or one space before a number, a sign or a bracket. The comma
 * after a name that ends with a digit, as in `CA19-9,142`, separates columns too.
 */
const columnsOf = (line: string, isItem: (name: string) => boolean): string[] => {
  const splits = line.includes('\t') ? ['\t'] : [separators, everyComma]
  const found = splits.map((split) => line.split(split).map((cell) => cell.trim()))
  return found.find(([name = '']) => isItem(name)) ?? found[0]!
}

/** Reads copied rows of item, value and, if present, unit. Unusable lines get a `problem`; blank ones are left out. */
export const readPasted = (text: string, categories: readonly Category[]): PastedLine[] => {
  const find = itemFinder(categories)
  const seen = new Set<number>()
  return text.split(/\r?\n/).flatMap((line): PastedLine[] => {
    if (!line.trim()) return []
    const [name = '', value = '', unit = ''] = columnsOf(line, (name) => find(name) !== undefined)
    const category = find(name)
    if (!value) return [{ name: name || line.trim(), text: '', unit: '', category, problem: 'no_value' }]
    if (!category) return [{ name, text: value, unit: '', category, problem: 'unknown_item' }]
    const ownUnit = unitFor(category, unit)
    const problem =
      readTyped(value, category) === 'unreadable' ? 'unreadable' : ownUnit === undefined ? 'unknown_unit' : seen.has(category.id) ? 'twice' : undefined
    if (!problem) seen.add(category.id)
    return [{ name, text: value, unit: ownUnit ?? '', category, problem }]
  })
}
