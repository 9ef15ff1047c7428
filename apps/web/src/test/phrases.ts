import { namespaces } from '@sukoyaka/phrases/all'
import type { Language } from '@sukoyaka/phrases/language'
import { addWords } from '../i18n/i18n.ts'

/** Adds all texts, so that no test fetches them. */
export const addAllPhrases = () => {
  for (const [name, languages] of Object.entries(namespaces))
    for (const [language, words] of Object.entries(languages)) addWords(language as Language, name, words)
}
