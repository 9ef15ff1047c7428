export const languages = ['ja', 'en', 'kr'] as const
export type Language = (typeof languages)[number]

/** i18next's plural forms; English needs `_one` beside `_other`, Japanese and Korean have one form. */
type Plurals<K extends string> = Partial<Record<`${K}_one` | `${K}_other`, string>>

export type Phrases<K extends string = string> = Record<Language, Record<K, string>>

/** One namespace in three languages. Japanese leads: a key without English or Korean does not compile, nor does one that Japanese lacks. */
export const phrases = <const K extends string>(words: {
  ja: Record<K, string>
  en: Record<NoInfer<K>, string> & Plurals<NoInfer<K>>
  kr: Record<NoInfer<K>, string>
}): Phrases<K> => words
