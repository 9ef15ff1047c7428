import type { Role } from '@sukoyaka/wire/access'
import type { FieldReason } from '@sukoyaka/wire/errors'

/** NFKC, so that the same characters typed on another keyboard match. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

const maxLength = 128
const minLength = (role: Role) => (role === 'patient' ? 10 : 13)
// product name and common passwords
const commonWords = ['sukoyaka', 'すこやか', 'password', 'パスワード', 'qwerty', 'asdfgh', '123456', 'abcdef', 'letmein', 'welcome', 'iloveyou']

const foldPassword = (text: string) => normalizePassword(text).toLowerCase()

/** Remainder of a password after removing easily guessed words. */
const removeWords = (password: string, guessableWords: readonly string[]) =>
  [...guessableWords].sort((a, b) => b.length - a.length).reduce((remaining, word) => remaining.replaceAll(word, ''), password)

/**
 * Why a password is rejected, or undefined. Length in characters: 10 to 128, staff at least 13. Also rejected: fewer than 5 different characters, or
 * fewer than 6 characters left after removing the person's names, the parts of their email and common words.
 */
export const passwordProblem = (password: string, role: Role, { email, names }: { email: string; names: readonly string[] }): FieldReason | undefined => {
  const characters = [...normalizePassword(password)]
  if (characters.length < minLength(role)) return role === 'patient' ? 'password_short' : 'password_short_staff'
  if (characters.length > maxLength) return 'too_long'
  if (new Set(characters).size < 5) return 'password_guessable'
  const guessableWords = [...commonWords, ...email.split(/[@.]/), ...names].map(foldPassword).filter((word) => [...word].length >= 2)
  return [...removeWords(foldPassword(password), guessableWords)].length < 6 ? 'password_guessable' : undefined
}
