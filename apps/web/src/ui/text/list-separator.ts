import type { Language } from '../date/tokyo.ts'

/** Separator between the items of a list within a sentence. */
export const listSeparator = (language: Language) => (language === 'ja' ? '、' : ', ')
