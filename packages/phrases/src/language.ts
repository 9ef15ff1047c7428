export const languages = ['ja', 'en', 'kr'] as const
export type Language = (typeof languages)[number]

/** In English, the web app takes `<key>_one`, if it exists, for a `count` of 1 and the plain key otherwise; Japanese and Korean have one form. */
type Plurals<K extends string> = Partial<Record<`${K}_one`, string>>

export type Phrases<K extends string = string> = Record<Language, Record<K, string>>

/** A namespace in three languages: a key missing in one of them does not compile. */
export const phrases = <const K extends string>(words: {
  ja: Record<K, string>
  en: Record<NoInfer<K>, string> & Plurals<NoInfer<K>>
  kr: Record<NoInfer<K>, string>
}): Phrases<K> => words
