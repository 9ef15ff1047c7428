import { birthdayProblem } from '@sukoyaka/rules/people/birthday'
import { isKana, toKatakana } from '@sukoyaka/rules/people/kana'
import { normalizePhone } from '@sukoyaka/rules/person'
import type { FieldReason } from '@sukoyaka/wire/errors'
import { assertValid, normalizeText } from '../../access/rows.ts'
import type { ProfileChange } from './store.ts'

const names = ['first_name', 'last_name'] as const
const readings = ['first_name_kana', 'last_name_kana'] as const

/**
 * Trims names (one without a visible character is empty), and brings readings and the phone number into one form. Throws 422 with all fields that are
 * wrong: an empty first or last name, a reading that is not kana, an invalid phone number, an impossible birthday, and those in `problems`.
 */
export const normalizeProfile = <P extends ProfileChange>(change: P, today: string, problems: Record<string, FieldReason | false | undefined> = {}): P => {
  const normalized: { -readonly [K in keyof ProfileChange]: ProfileChange[K] } = {}
  const found = { ...problems }
  for (const name of names) {
    if (change[name] === undefined) continue
    normalized[name] = normalizeText(change[name])
    found[name] = !normalized[name] && 'required'
  }
  for (const reading of readings) {
    if (change[reading] === undefined) continue
    normalized[reading] = toKatakana(normalizeText(change[reading]))
    found[reading] = !isKana(normalized[reading]) && 'not_kana'
  }
  if (change.phone_number != null) {
    const phone_number = normalizePhone(change.phone_number)
    normalized.phone_number = phone_number
    found.phone_number = !phone_number && 'format'
  }
  if (change.birthday != null) found.birthday = birthdayProblem(change.birthday, today)
  assertValid(found)
  return { ...change, ...normalized }
}
