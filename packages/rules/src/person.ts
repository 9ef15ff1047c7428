import type { Address } from '@sukoyaka/wire/people/account'
import { fold } from './fold.ts'
import type { DateLanguage } from './time.ts'

type Sex = 'male' | 'female' | null

/** Age in whole years on a Tokyo day. Someone born on 02-29 turns older on 03-01 in other years. Never below 0. */
export const ageOn = (birthday: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return Math.max(0, day.slice(5) < birthday.slice(5) ? years - 1 : years)
}

export type NameContext = 'staff' | 'own_page'

/** 様, さん on patients' own pages, 님, Mr. or Ms.; empty in English if the sex is unknown. */
export const honorific = (language: DateLanguage, sex: Sex, context: NameContext): string => {
  if (language === 'ja') return context === 'own_page' ? 'さん' : '様'
  if (language === 'kr') return '님'
  return sex === 'male' ? 'Mr.' : sex === 'female' ? 'Ms.' : ''
}

type PersonName = { last_name: string; first_name: string }

const isLatin = (text: string) => /^[\p{Script=Latin}\p{P}\s]*$/u.test(text)

/** Full name: family name first; in English, given name first if it is in latin letters. */
export const fullName = ({ last_name, first_name }: PersonName, language: DateLanguage): string => {
  const isReversed = language === 'en' && isLatin(last_name + first_name)
  return (isReversed ? [first_name, last_name] : [last_name, first_name]).filter(Boolean).join(' ')
}

/** Full name with the honorific in the position of the language. */
export const addressedName = (person: PersonName & { sex?: Sex }, language: DateLanguage, context: NameContext): string => {
  const title = honorific(language, person.sex ?? null, context)
  const name = fullName(person, language)
  return language === 'en' ? [title, name].filter(Boolean).join(' ') : `${name} ${title}`
}

const dashedZip = (zip: string) => zip.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')

/** Address in one line: from postal code to building in Japanese and Korean, from building to postal code in English. Empty parts are omitted. */
export const formatAddress = ({ zip, prefecture, city, street, building }: Address, language: DateLanguage): string => {
  const code = dashedZip(zip)
  if (language === 'en') return [building, street, city, [prefecture, code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [code && `〒${code}`, `${prefecture}${city}${street}`, building].filter(Boolean).join(' ')
}

type NameWithKana = PersonName & { last_name_kana: string; first_name_kana: string }

/** Converts registered katakana to hiragana, as readings are shown. */
export const toHiragana = (kana: string) => kana.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))

/** Reading of a name in hiragana; empty if it is not registered. */
export const readingOf = ({ last_name_kana, first_name_kana }: NameWithKana) => toHiragana(`${last_name_kana} ${first_name_kana}`.trim())

const smallKana = new Map([...'ぁぃぅぇぉっゃゅょゎ'].map((kana, i) => [kana, 'あいうえおつやゆよわ'[i]!]))
const removeVoicing = (kana: string) => kana.normalize('NFD').replace(/[\u3099\u309a]/g, '')
const toLargeKana = (kana: string) => smallKana.get(kana) ?? kana
const voicingKey = (kana: string) => {
  const marks = kana.normalize('NFD')
  return `${marks.includes('\u3099') ? 1 : marks.includes('\u309a') ? 2 : 0}${smallKana.has(kana) ? 0 : 1}`
}

/**
 * Stored sort key, compared by bytes: first the plain kana of both names, then voicing (か が, は ば ぱ) and size (つ after っ). People without kana of the last
 * name come last, by folded name.
 */
export const kanaKey = ({ last_name, first_name, last_name_kana, first_name_kana }: NameWithKana): string => {
  const last = fold(last_name_kana).replace(/[\s・]+/g, '')
  const first = fold(first_name_kana || first_name).replace(/[\s・]+/g, '')
  if (!last) return `2${fold(last_name)} ${first}`
  const plainKana = (text: string) => [...text].map((kana) => toLargeKana(removeVoicing(kana))).join('')
  return `1${plainKana(last)} ${plainKana(first)} ${[...last, ...first].map(voicingKey).join('')}`
}

/**
 * Normalises a phone number: digits from 0 for Japanese numbers (`09012345678`), `+` and digits for others. Accepts full width, hyphens, dots,
 * spaces, brackets, +81 and 0081. Null if invalid.
 */
export const normalizePhone = (text: string): string | null => {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s()\-‐‑‒–—―−ー.・]/g, '')
    .replace(/^00(?=[1-9])/, '+')
  if (/^\+810?[1-9]\d{8,9}$/.test(plain)) return plain.replace(/^\+810?/, '0')
  if (/^0[1-9]\d{8,9}$/.test(plain)) return plain
  return /^\+(?!81)[1-9]\d{6,14}$/.test(plain) ? plain : null
}

/** Formats a number for display: mobile and IP numbers 3-4-4, 0120 numbers 4-3-3; others unchanged, because area codes differ in length. */
export const formatPhone = (number: string): string => number.replace(/^(0[5-9]0)(\d{4})(\d{4})$/, '$1-$2-$3').replace(/^(0120)(\d{3})(\d{3})$/, '$1-$2-$3')
