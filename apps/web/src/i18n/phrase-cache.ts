declare const __PHRASES__: string

export type Words = Readonly<Record<string, string>>

const maxAgeMs = 600_000
const prefix = 'i18next_res_'
type Cached = { at: number; build: string; words: Words }

/** Cached translations of a namespace; undefined if there are none, or if they are at least ten minutes old or of another build. */
export const cachedWords = (language: string, namespace: string): Words | undefined => {
  try {
    const { at, build, words } = JSON.parse(localStorage.getItem(`${prefix}${language}-${namespace}`) ?? '') as Cached
    return build === __PHRASES__ && Date.now() - at < maxAgeMs ? words : undefined
  } catch {
    return undefined
  }
}

const storeWords = (language: string, namespace: string, words: Words) => {
  try {
    localStorage.setItem(`${prefix}${language}-${namespace}`, JSON.stringify({ at: Date.now(), build: __PHRASES__, words } satisfies Cached))
  } catch {
    // if storage is full or blocked, translations are fetched again
  }
}

const maxRetries = 5
const firstRetryDelayMs = 350

/** Fetches a namespace, with up to five retries; undefined if all fail, null if the server has no such words. */
export const fetchWords = async (language: string, namespace: string): Promise<Words | null | undefined> => {
  for (let retries = 0; retries <= maxRetries; retries += 1) {
    if (retries > 0) await new Promise((resolve) => setTimeout(resolve, firstRetryDelayMs * 2 ** (retries - 1)))
    // by build, because browsers keep the answer for ten minutes
    const response = await fetch(`/locales/${language}/${namespace}.json?v=${__PHRASES__}`).catch(() => undefined)
    if (response?.status === 404) return null
    const words = response?.ok ? ((await response.json().catch(() => undefined)) as Words | undefined) : undefined
    if (!words) continue
    storeWords(language, namespace, words)
    return words
  }
  return undefined
}
