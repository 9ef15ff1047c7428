import { wordSearchText } from '@sukoyaka/rules/search'

type Names = { name: string; name_local: string; name_kr: string; name_kana: string }

/** What is stored with a disease so that parts of its names find it. */
export const searched = ({ name, name_local, name_kr, name_kana }: Names) => ({
  name_kana,
  name_search: wordSearchText({ text: name_local, kana: name_kana }, { text: name }, { text: name_kr }),
})
