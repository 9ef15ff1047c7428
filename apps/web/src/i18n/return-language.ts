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

let isReloading = false

/**
 * For a page to which a service returned: loads it again in the language in which it was left, if that is not Japanese. While this returns true, the page
 * must leave the code in its URL to the page that is loading.
 */
export const reloadInLanguage = (): boolean => {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  if (isReloading || parsePath(pathname).prefix || !(query.has('code') || query.has('error'))) return isReloading
  try {
    const { language } = parsePath(`/${localStorage.getItem(storageKey)}`)
    localStorage.removeItem(storageKey)
    isReloading = language !== 'ja'
    if (isReloading) window.location.replace(pathInLanguage(language, pathname) + search)
  } catch {
    // without storage, the page is in Japanese
  }
  return isReloading
}
