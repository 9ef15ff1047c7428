import { parseTypedDay } from '@sukoyaka/rules/day-text'
import { birthdayProblem } from '@sukoyaka/rules/people/birthday'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Address } from '@sukoyaka/wire/people/account'
import { postalDigits } from './postal-code.ts'

/** Names of a person and their readings, as they are typed. */
export type NameValues = { last_name: string; first_name: string; last_name_kana: string; first_name_kana: string }
export type AddressValues = { zip: string; prefecture: string; city: string; street: string; building: string }

/** The typed birthday as a day; null if it cannot be read. */
export const birthdayOf = (text: string) => parseTypedDay(text, tokyoDay(new Date()), 'past')

export const birthdayFieldProblem = (text: string, isRequired: boolean): 'required' | 'birthdayInvalid' | 'birthdayImpossible' | false => {
  if (text.trim() === '') return isRequired && 'required'
  const day = birthdayOf(text)
  if (day === null) return 'birthdayInvalid'
  return birthdayProblem(day, tokyoDay(new Date())) ? 'birthdayImpossible' : false
}

export const problemOfZip = (zip: string): 'zipInvalid' | false => zip.trim() !== '' && postalDigits(zip).length !== 7 && 'zipInvalid'

export const showZip = (zip: string) => postalDigits(zip).replace(/^(\d{3})(\d{4})$/, '$1-$2')

/** The address as the API takes it; null if nothing was entered. */
export const addressInput = ({ zip, prefecture, city, street, building }: AddressValues): Address | null => {
  const address = { zip: showZip(zip), prefecture, city, street, building }
  return Object.values(address).some(Boolean) ? address : null
}
