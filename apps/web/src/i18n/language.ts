import type { Language } from '@sukoyaka/phrases/language'

export const languageNames: Record<Language, string> = { ja: '日本語', en: 'English', kr: '한국어' }
/** What `<html lang>` says. */
export const htmlLang: Record<Language, string> = { ja: 'ja', en: 'en', kr: 'ko' }

const isLanguage = (word: string | undefined): word is Language => word !== undefined && Object.hasOwn(languageNames, word)

/** The language a path asks for; a first segment that is no language belongs to the path, which is then Japanese. `prefix` is what every link keeps. */
export const readPath = (pathname: string): { language: Language; prefix: string; path: string } => {
  const [, first, ...rest] = pathname.split('/')
  if (!isLanguage(first)) return { language: 'ja', prefix: '', path: pathname }
  return { language: first, prefix: `/${first}`, path: `/${rest.join('/')}` }
}

/** The same page in another language; Japanese is written without a prefix. */
export const inLanguage = (language: Language, pathname: string) => {
  const { path } = readPath(pathname)
  return language === 'ja' ? path : `/${language}${path === '/' ? '' : path}`
}

/** The language of this page; Japanese where there is no page (tests, workers). */
export const pageLanguage = (): Language => readPath(globalThis.location?.pathname ?? '/').language
