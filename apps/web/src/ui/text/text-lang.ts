import type { Language } from '../date/tokyo.ts'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** `lang` attribute of user text: Japanese text is marked as such on pages in any language. */
export const japaneseLang = (text: string | null | undefined) => (text && japanese.test(text) ? 'ja' : undefined)

/** Separator between facts in one line. */
export const separatorOf = (language: Language) => (language === 'ja' ? '・' : ' · ')
