import { fold, foldRomaji } from '@sukoyaka/rules/fold'
import { wordSearchText } from '@sukoyaka/rules/search'
import type { Category } from '../api.ts'
import { searchWordsOf } from './readings.ts'

type Named = Pick<Category, 'name' | 'name_ja' | 'name_en' | 'name_kr' | 'display_name'>
type Text = { plain: string; romaji: string }

const textCache = new WeakMap<Named, Text>()

/** Search text of an item: names, English code, readings of the Japanese name, synonyms and abbreviations. */
const textOf = (category: Named): Text => {
  const cached = textCache.get(category)
  if (cached) return cached
  const readings = [...searchWordsOf(category.name).split(' '), ...(category.name_ja.match(/[ぁ-ヶー]+/g) ?? [])].filter(Boolean)
  const words = [category.name_ja, category.display_name, category.name_en, category.name_kr, category.name.replaceAll('_', ' '), ...readings]
  const text = {
    plain: fold(words.join(' ')),
    // the names are not folded as romaji: LD(LDH) would become ldldh and match LDL
    romaji: wordSearchText(...readings.map((kana) => ({ text: kana, kana }))),
  }
  textCache.set(category, text)
  return text
}

/** Matcher that requires every word of the query. */
export const categoryMatcher = (q: string) => {
  const words = fold(q)
    .split(/[\s・,、()/]+/)
    .filter(Boolean)
    .map((word) => ({ word, romaji: /^[a-z'-]+$/.test(word) ? foldRomaji(word) : '' }))
  return (category: Named) => {
    const { plain, romaji } = textOf(category)
    return words.every((word) => plain.includes(word.word) || (word.romaji.length > 1 && romaji.includes(word.romaji)))
  }
}
