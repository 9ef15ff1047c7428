import type { Language } from '../date/tokyo.ts'
import { japaneseLang } from './text-lang.ts'

/** Marks Japanese text as `ja` on pages in other languages, for screen readers. */
export const recordLang = (text: string, language: Language) => (language === 'ja' ? undefined : japaneseLang(text))
