import type { Language } from '@sukoyaka/phrases/language'
import { htmlLang } from './language.ts'
import { cachedWords, fetchWords, type Words } from './phrase-cache.ts'

type Values = Readonly<Record<string, unknown>>

const firstNamespaces = ['common', 'shell', 'ui']
const namespaces = new Set<string>()
const wordsOf = new Map<string, Words>()
const pending = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
let current: Language = 'ja'
/** The language chosen last. It becomes `current` once its words are loaded. */
let chosen: Language = 'ja'

const keyOf = (language: string, namespace: string) => `${language}/${namespace}`

/** Adds translations synchronously instead of fetching them, for tests. */
export const addWords = (language: Language, namespace: string, words: Words) => {
  namespaces.add(namespace)
  wordsOf.set(keyOf(language, namespace), words)
}

const retryDelayMs = 10_000
const untilRetry = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, retryDelayMs)
    addEventListener('online', resolve, { once: true })
  })

/**
 * Falls back to Japanese if the language cannot be loaded. If that fails too, tries again later: until then, what needs the words stays in its loading
 * state. A namespace that the server does not have is empty.
 */
const fetchOrJapanese = async (language: Language, namespace: string): Promise<Words> => {
  for (;;) {
    const own = await fetchWords(language, namespace)
    const words = own ?? (language === 'ja' ? own : (wordsOf.get(keyOf('ja', namespace)) ?? (await fetchWords('ja', namespace))))
    if (words !== undefined) return words ?? {}
    await untilRetry()
  }
}

const load = (language: Language, namespace: string): Promise<void> | undefined => {
  const key = keyOf(language, namespace)
  namespaces.add(namespace)
  if (wordsOf.has(key)) return undefined
  const cached = cachedWords(language, namespace)
  if (cached) {
    wordsOf.set(key, cached)
    return undefined
  }
  const loading = pending.get(key) ?? fetchOrJapanese(language, namespace).then((words) => void wordsOf.set(key, words))
  pending.set(key, loading)
  return loading
}

/** Loads missing namespaces; undefined if all are loaded. */
export const loadMissing = (language: Language, names: Iterable<string>): Promise<unknown> | undefined => {
  const loading = [...names].flatMap((name) => load(language, name) ?? [])
  return loading.length > 0 ? Promise.all(loading) : undefined
}

const plurals = new Map<Language, Intl.PluralRules>()
const pluralOf = (language: Language, count: number) => {
  const rules = plurals.get(language) ?? new Intl.PluralRules(htmlLang[language])
  plurals.set(language, rules)
  return rules.select(count)
}

const find = (language: Language, namespace: string, key: string, count?: unknown) => {
  const words = wordsOf.get(keyOf(language, namespace)) ?? {}
  const ofKey = (name: string) => (Object.hasOwn(words, name) ? words[name] : undefined)
  return (typeof count === 'number' ? ofKey(`${key}_${pluralOf(language, count)}`) : undefined) ?? ofKey(key)
}

const splitKey = (key: string, namespace: string) => {
  const at = key.indexOf(':')
  return at < 0 ? ([namespace, key] as const) : ([key.slice(0, at), key.slice(at + 1)] as const)
}

const translate = (language: Language, namespace: string, key: string, values: Values = {}) => {
  const [of, name] = splitKey(key, namespace)
  const text = find(language, of, name, values.count) ?? name
  return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
}

type Translate = (key: string, values?: Values) => string
const translators = new Map<string, Translate>()

/** `t` of a namespace, the same function each time. A key of another namespace starts with the name of that namespace and a colon. */
export const translatorOf = (language: Language, namespace: string): Translate => {
  const key = keyOf(language, namespace)
  const translator = translators.get(key) ?? ((name, values) => translate(language, namespace, name, values))
  translators.set(key, translator)
  return translator
}

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const i18n = {
  get language(): Language {
    return current
  },
  t: (key: string, values?: Values) => translate(current, 'common', key, values),
  exists: (key: string) => find(current, ...splitKey(key, 'common')) !== undefined,
  loadNamespaces: async (names: string | readonly string[]) => {
    await loadMissing(current, [names].flat())
  },
  /** Changes the language once every namespace used so far is loaded in it, so that no text disappears meanwhile. The latest call wins. */
  changeLanguage: async (language: Language) => {
    chosen = language
    if (current === language) return
    await loadMissing(language, namespaces)
    if (chosen !== language) return
    current = language
    for (const listener of listeners) listener()
  },
}

/** Sets the language and loads the first namespaces; undefined if none must be fetched. */
export const startI18n = (language: Language) => {
  chosen = current = language
  return loadMissing(language, firstNamespaces)
}

export const changeLanguage = async (language: Language) => {
  document.documentElement.lang = htmlLang[language]
  await i18n.changeLanguage(language)
}
