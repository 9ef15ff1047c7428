import { fold, foldRomaji, wordSearchText } from '@sukoyaka/rules/search'
import type { Category } from '../api.ts'
import { readingOf } from './readings.ts'

type Named = Pick<Category, 'name' | 'name_ja' | 'name_en' | 'name_kr' | 'display_name'>
type Text = { plain: string; romaji: string }

const kept = new WeakMap<Named, Text>()

/** All by which an item is found: its names, its code, which is English, and how the Japanese name is read. */
const textOf = (category: Named): Text => {
  const found = kept.get(category)
  if (found) return found
  const readings = [...readingOf(category.name).split(' '), ...(category.name_ja.match(/[ぁ-ヶー]+/g) ?? [])].filter(Boolean)
  const words = [category.name_ja, category.display_name, category.name_en, category.name_kr, category.name.replaceAll('_', ' '), ...readings]
  const made = {
    plain: fold(words.join(' ')),
    // latin letters are compared as they are: joined and folded as romaji, LD (LDH) would be found by LDL
    romaji: wordSearchText(...readings.map((kana) => ({ text: kana, kana }))),
  }
  kept.set(category, made)
  return made
}

/** Whether an item is meant by each word of what was typed. */
export const categoryMatcher = (q: string) => {
  const words = fold(q)
    .split(/[\s・,、()/]+/)
    .filter(Boolean)
    .map((word) => ({ word, romaji: /^[a-z'-]+$/.test(word) ? foldRomaji(word) : '' }))
  return (category: Named) => {
    const { plain, romaji } = textOf(category)
    return words.every((one) => plain.includes(one.word) || (one.romaji.length > 1 && romaji.includes(one.romaji)))
  }
}
