import { wordSearchText } from '@sukoyaka/rules/search'

type Names = { name: string; name_ja: string; name_en: string; name_kr: string }
type Reading = { name: string; name_kana: string; also?: string[] }

/** Returns a function that makes the search text of a category: the names in all languages, the Japanese reading and synonyms. */
export const searchFieldsFrom = (readings: string) => {
  const reading = new Map((JSON.parse(readings).items as Reading[]).map((row) => [row.name, row]))
  return ({ name, name_ja, name_en, name_kr }: Names) => {
    const { name_kana = '', also: alternatives = [] } = reading.get(name) ?? { name_kana: '' }
    return { name_search: wordSearchText({ text: name_ja, kana: name_kana }, ...[name_en, name_kr, ...alternatives].map((text: string) => ({ text }))) }
  }
}
