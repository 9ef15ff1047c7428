import { queryTokens, wordSearchText } from '@sukoyaka/rules/search'

type Names = { name: string; name_local: string; name_kr: string; name_kana: string; icd10?: string | null; also?: string[] }

/** がん is written 癌 by many. */
const spelt = (text: string) => text.replaceAll('癌', 'がん')

/** What is stored with a disease so that parts of its names, what else it is called and its ICD code find it. */
export const searched = ({ name, name_local, name_kr, name_kana, icd10, also = [] }: Names) => ({
  name_kana,
  name_search: wordSearchText({ text: name_local, kana: name_kana }, ...[name, name_kr, icd10 ?? '', ...also].map((text) => ({ text: spelt(text) }))),
})

/** The words of a query, each of which must be a part of what is stored. */
export const searchWords = (q: string) => queryTokens(spelt(q))
