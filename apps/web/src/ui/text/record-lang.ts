import type { Language } from '../date/tokyo.ts'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** What was written in Japanese is read aloud as Japanese on every page; of other languages the letters do not tell which it is. */
export const recordLang = (text: string, language: Language) => (language !== 'ja' && japanese.test(text) ? 'ja' : undefined)
