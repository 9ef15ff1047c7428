import type { Language } from '../date/tokyo.ts'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** `lang` attribute of user text: Japanese text is marked as such on pages in any language. */
export const langOf = (words: string | null | undefined) => (words && japanese.test(words) ? 'ja' : undefined)

/** Separator between facts in one line. */
export const dotIn = (language: Language) => (language === 'ja' ? '・' : ' · ')
