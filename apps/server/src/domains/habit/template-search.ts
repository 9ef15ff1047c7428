import { wordSearchText } from '@sukoyaka/rules/search'

type Texts = { content_ja: string; content_en: string; content_kr: string; content_kana: string; also: readonly string[] }

/** A synonym in kana is found by romaji too. */
const synonym = (text: string) => ({ text, kana: /^[ぁ-ヶー]+$/.test(text) ? text : '' })

/** Search columns of a goal template. `also` are its synonyms. */
export const templateSearch = ({ content_ja, content_en, content_kr, content_kana, also }: Texts) => ({
  content_kana,
  also: [...also],
  content_search: wordSearchText({ text: content_ja, kana: content_kana }, { text: content_en }, { text: content_kr }, ...also.map(synonym)),
})
