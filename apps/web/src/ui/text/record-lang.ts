import type { Language } from '../date/tokyo.ts'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Marks Japanese text as `ja` on pages in other languages, for screen readers. */
export const recordLang = (text: string, language: Language) => (language !== 'ja' && japanese.test(text) ? 'ja' : undefined)
