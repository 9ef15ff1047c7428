import { queryTokens } from '@sukoyaka/rules/fold'
import { wordSearchText } from '@sukoyaka/rules/search'

type Names = { name: string; name_local: string; name_kr: string; name_kana: string; icd10?: string | null; also?: string[] }

/** Writes 癌 as がん, so that both spellings are found. */
const normalizeSpelling = (text: string) => text.replaceAll('癌', 'がん')

/** Search columns of a disease: its reading, and the search text of names, synonyms and ICD code. */
export const searchColumns = ({ name, name_local, name_kr, name_kana, icd10, also = [] }: Names) => ({
  name_kana,
  name_search: wordSearchText(
    { text: normalizeSpelling(name_local), kana: name_kana },
    ...[name, name_kr, icd10 ?? '', ...also].map((text) => ({ text: normalizeSpelling(text) })),
  ),
})

/** Query words; each must be part of the search text. */
export const searchWords = (query: string) => queryTokens(normalizeSpelling(query))
