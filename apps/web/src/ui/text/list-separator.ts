import type { Language } from '../date/tokyo.ts'

/** Stands between the items of a list within a sentence. */
export const listSeparator = (language: Language) => (language === 'ja' ? '、' : ', ')
