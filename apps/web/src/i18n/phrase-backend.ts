import type { BackendModule, ReadCallback } from 'i18next'

declare const __PHRASES__: string

const cachedFor = 600_000
const prefix = 'i18next_res_'
type Cached = { at: number; build: string; words: Record<string, string> }

const readCached = (key: string): Record<string, string> | undefined => {
  try {
    const { at, build, words } = JSON.parse(localStorage.getItem(key) ?? '') as Cached
    return build === __PHRASES__ && Date.now() - at < cachedFor ? words : undefined
  } catch {
    return undefined
  }
}

const keep = (key: string, words: Record<string, string>) => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), build: __PHRASES__, words } satisfies Cached))
  } catch {
    // A full or forbidden storage only means asking again.
  }
}

/** One namespace of one language from /locales, kept in this browser for ten minutes; phrases of another build are not used. */
const load = async (language: string, namespace: string) => {
  const key = `${prefix}${language}-${namespace}`
  const cached = readCached(key)
  if (cached) return cached
  const response = await fetch(`/locales/${language}/${namespace}.json`)
  if (!response.ok) throw new Error(`${response.status}`)
  const words = (await response.json()) as Record<string, string>
  keep(key, words)
  return words
}

export const phraseBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // i18next asks again by itself, with growing pauses, where the second argument of a failure is true.
  read: (language: string, namespace: string, done: ReadCallback) =>
    void load(language, namespace).then(
      (words) => done(null, words),
      (error: Error) => done(error, true),
    ),
}
