import { toRomaji } from 'wanakana'
import { fold, foldRomaji, queryTokens, shortenVowels, toKunrei } from './fold.ts'

type Names = { last_name: string; first_name: string; last_name_kana: string; first_name_kana: string }

const foldJoined = (text: string) => fold(text).replace(/[\s・,、]+/g, '')
const hasLatin = (text: string) => /[a-z]/.test(text)
const romajiOf = (kana: string) => toKunrei(toRomaji(kana))

/** Search column of a name: its forms in kanji, kana and romaji, separated by spaces, which query words never contain. */
export const nameSearchText = (names: Names): string => {
  const last = foldJoined(names.last_name)
  const first = foldJoined(names.first_name)
  const lastKana = foldJoined(names.last_name_kana)
  const firstKana = foldJoined(names.first_name_kana)
  const forms = new Set([last + first])
  if (lastKana || firstKana) {
    const [lastRomaji, firstRomaji] = [romajiOf(lastKana), romajiOf(firstKana)]
    // the first romaji form keeps long vowels, so that ue finds Inoue; the others shorten them, within each name and across both
    for (const form of [
      lastKana + firstKana,
      last + firstKana,
      lastKana + first,
      lastRomaji + firstRomaji,
      shortenVowels(lastRomaji) + shortenVowels(firstRomaji),
      shortenVowels(lastRomaji + firstRomaji),
    ])
      forms.add(form)
  }
  if (hasLatin(last + first)) {
    const romaji = toKunrei(last + first)
    forms
      .add(romaji)
      .add(shortenVowels(romaji))
      .add(foldRomaji(last) + foldRomaji(first))
      .add(foldRomaji(first) + foldRomaji(last))
  }
  return [...forms].filter(Boolean).join(' ')
}

type Word = { text: string; kana?: string }

/** Search column of a catalogue item with several names. */
export const wordSearchText = (...words: Word[]): string => {
  const forms = words.flatMap(({ text, kana = '' }) =>
    nameSearchText({ last_name: text, first_name: '', last_name_kana: kana, first_name_kana: '' }).split(' '),
  )
  return [...new Set(forms)].filter(Boolean).join(' ')
}

/** Whether each word of the query occurs in the name. The bigram search in the database must return the same. */
export const matchesName = (person: Names, q: string): boolean => {
  const tokens = queryTokens(q)
  const text = nameSearchText(person)
  return tokens.length > 0 && tokens.every((token) => text.includes(token))
}
