import type { Language } from '@sukoyaka/phrases/language'
import { useSyncExternalStore } from 'react'
import { i18n, loadMissing, subscribe, translatorOf } from './i18n.ts'

const languageNow = () => i18n.language

/**
 * Replaces the hook of `react-i18next`, which is larger (alias in `vite.config.ts`). The types are still those of `react-i18next`. Suspends while a namespace
 * loads.
 */
export const useTranslation = (names: string | readonly string[] = 'common', { lng }: { lng?: Language } = {}) => {
  const current = useSyncExternalStore(subscribe, languageNow)
  const language = lng ?? current
  const [first = 'common', ...rest] = [names].flat()
  const loading = loadMissing(language, [first, ...rest])
  if (loading) throw loading
  return { t: translatorOf(language, first), i18n }
}
