import type { Language } from '@sukoyaka/phrases/language'

export const languageNames: Record<Language, string> = { ja: '日本語', en: 'English', kr: '한국어' }
/** Value of `<html lang>`. */
export const htmlLang: Record<Language, string> = { ja: 'ja', en: 'en', kr: 'ko' }

const isLanguage = (text: string | undefined): text is Language => text !== undefined && Object.hasOwn(languageNames, text)

/** Language of a path; without a language segment it is Japanese. `prefix` is the basename of the router. */
export const parsePath = (pathname: string): { language: Language; prefix: string; path: string } => {
  const [, first, ...rest] = pathname.split('/')
  if (!isLanguage(first)) return { language: 'ja', prefix: '', path: pathname }
  return { language: first, prefix: `/${first}`, path: `/${rest.join('/')}` }
}

/** The same page in another language; Japanese has no prefix. */
export const pathInLanguage = (language: Language, pathname: string) => {
  const { path } = parsePath(pathname)
  return language === 'ja' ? path : `/${language}${path === '/' ? '' : path}`
}

/** Language of this page; Japanese if there is no `location`. */
export const pageLanguage = (): Language => parsePath(globalThis.location?.pathname ?? '/').language
