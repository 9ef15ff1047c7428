import type { Language } from '../date/tokyo.ts'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** What `lang` says of words that people wrote: Japanese ones are read and drawn as such on pages of any language. */
export const langOf = (words: string | null | undefined) => (words && japanese.test(words) ? 'ja' : undefined)

/** Between facts in one line. */
export const dotIn = (language: Language) => (language === 'ja' ? '・' : ' · ')
