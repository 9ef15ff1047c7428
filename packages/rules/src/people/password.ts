import type { Role } from '@sukoyaka/wire/access'
import type { FieldReason } from '@sukoyaka/wire/errors'

/** NFKC, so that the same characters typed on another keyboard match. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

const max = 128
const least = (role: Role) => (role === 'patient' ? 10 : 13)
// product name and common passwords
const words = ['sukoyaka', 'すこやか', 'password', 'パスワード', 'qwerty', 'asdfgh', '123456', 'abcdef', 'letmein', 'welcome', 'iloveyou']

const plain = (text: string) => normalizePassword(text).toLowerCase()

/** Remainder of a password after removing easily guessed words. */
const without = (password: string, guessed: readonly string[]) =>
  [...guessed].sort((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), password)

/**
 * Why a password is rejected, or undefined. Length in characters: 10 to 128, staff at least 13. Also rejected: fewer than 5 different characters, or
 * fewer than 6 characters left after removing the person's email, names and common words.
 */
export const passwordProblem = (password: string, role: Role, { email, names }: { email: string; names: readonly string[] }): FieldReason | undefined => {
  const letters = [...normalizePassword(password)]
  if (letters.length < least(role)) return 'too_short'
  if (letters.length > max) return 'too_long'
  if (new Set(letters).size < 5) return 'not_allowed'
  const guessed = [...words, ...email.split(/[@.]/), ...names].map(plain).filter((word) => [...word].length >= 2)
  return [...without(plain(password), guessed)].length < 6 ? 'not_allowed' : undefined
}
