import type { Language } from '@sukoyaka/phrases/language'
import { useSyncExternalStore } from 'react'
import { i18n, loadMissing, subscribe, translatorOf } from './i18n.ts'

const languageNow = () => i18n.language

/**
 * Takes the place of `react-i18next` in the app (`vite.config.ts`), whose types say what it does: the part of it that is used here has a tenth of the
 * size. Suspends while a namespace loads.
 */
export const useTranslation = (names: string | readonly string[] = 'common', { lng }: { lng?: Language } = {}) => {
  const current = useSyncExternalStore(subscribe, languageNow)
  const language = lng ?? current
  const [first = 'common', ...rest] = [names].flat()
  const loading = loadMissing(language, [first, ...rest])
  if (loading) throw loading
  return { t: translatorOf(language, first), i18n }
}
