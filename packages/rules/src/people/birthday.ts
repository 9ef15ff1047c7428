import type { FieldReason } from '@sukoyaka/wire/errors'
import { ageOn } from '../person.ts'

/** In years. The oldest known person reached the age of 122. */
const maxAge = 125

/** Why a birthday is impossible on this Tokyo day, or undefined. */
export const birthdayProblem = (birthday: string, today: string): FieldReason | undefined => {
  if (birthday > today) return 'in_future'
  return ageOn(birthday, today) > maxAge ? 'too_long_ago' : undefined
}
