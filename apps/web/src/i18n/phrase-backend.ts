import type { BackendModule, ReadCallback } from 'i18next'

declare const __PHRASES__: string

const maxAgeMs = 600_000
const prefix = 'i18next_res_'
type Cached = { at: number; build: string; words: Record<string, string> }

const readCached = (key: string): Record<string, string> | undefined => {
  try {
    const { at, build, words } = JSON.parse(localStorage.getItem(key) ?? '') as Cached
    return build === __PHRASES__ && Date.now() - at < maxAgeMs ? words : undefined
  } catch {
    return undefined
  }
}

const storeCached = (key: string, words: Record<string, string>) => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), build: __PHRASES__, words } satisfies Cached))
  } catch {
    // if storage is full or blocked, translations are fetched again
  }
}

/** Loads a namespace from /locales and caches it in localStorage for ten minutes, for this build only. */
const load = async (language: string, namespace: string) => {
  const key = `${prefix}${language}-${namespace}`
  const cached = readCached(key)
  if (cached) return cached
  const response = await fetch(`/locales/${language}/${namespace}.json`)
  if (!response.ok) throw new Error(`${response.status}`)
  const words = (await response.json()) as Record<string, string>
  storeCached(key, words)
  return words
}

export const phraseBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // i18next retries with backoff if the second argument of an error is true
  read: (language: string, namespace: string, done: ReadCallback) =>
    void load(language, namespace).then(
      (words) => done(null, words),
      (error: Error) => done(error, true),
    ),
}
