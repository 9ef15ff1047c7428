export const languages = ['ja', 'en', 'kr'] as const
export type Language = (typeof languages)[number]

/** In English, i18next takes `<key>_one` for a `count` of 1 and the plain key otherwise; Japanese and Korean have one form. */
type Plurals<K extends string> = Partial<Record<`${K}_one`, string>>

export type Phrases<K extends string = string> = Record<Language, Record<K, string>>

/** A namespace in three languages. Japanese defines the keys: a key missing or additional in English or Korean does not compile. */
export const phrases = <const K extends string>(words: {
  ja: Record<K, string>
  en: Record<NoInfer<K>, string> & Plurals<NoInfer<K>>
  kr: Record<NoInfer<K>, string>
}): Phrases<K> => words
