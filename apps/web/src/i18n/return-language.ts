import { pageLanguage, parsePath, pathInLanguage } from './language.ts'

/** In localStorage, because the app of the other service may return in another tab. */
const storageKey = 'sukoyaka.ui.return_language'

/** Leaves for a service such as LINE, which returns to an address without a language prefix. */
export const leaveAndReturn = (url: string) => {
  try {
    localStorage.setItem(storageKey, pageLanguage())
  } catch {
    // without storage, the page that follows is in Japanese
  }
  window.location.assign(url)
}

/** Call it before the language of the page is read: a page to which a service returned gets the language in which it was left. */
export const restoreLanguage = () => {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  if (parsePath(pathname).prefix || !query.has('state') || !(query.has('code') || query.has('error'))) return
  try {
    const { language } = parsePath(`/${localStorage.getItem(storageKey)}`)
    localStorage.removeItem(storageKey)
    if (language !== 'ja') history.replaceState(history.state, '', pathInLanguage(language, pathname) + search + hash)
  } catch {
    // without storage, the page is in Japanese
  }
}
