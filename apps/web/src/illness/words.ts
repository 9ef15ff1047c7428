import type { Disease } from '@sukoyaka/wire/assessment'
import type { Language } from '../ui/tokyo.ts'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Records are read aloud in the language they were written in. */
export const recordLang = (text: string, language: Language) => (language !== 'ja' && japanese.test(text) ? 'ja' : undefined)

export const nameOf = (disease: Disease | undefined) => disease?.display_name ?? ''
