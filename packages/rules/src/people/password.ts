import type { Role } from '@sukoyaka/wire/access'
import type { FieldReason } from '@sukoyaka/wire/errors'

/** The same letters typed on another keyboard are the same password. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

const max = 128
const least = (role: Role) => (role === 'patient' ? 10 : 13)
// what the house is called and what people type when told to think of something
const words = ['sukoyaka', 'すこやか', 'password', 'パスワード', 'qwerty', 'asdfgh', '123456', 'abcdef', 'letmein', 'welcome', 'iloveyou']

const plain = (text: string) => normalizePassword(text).toLowerCase()

/** What remains of a password when the words that anybody would guess are taken out. */
const without = (password: string, guessed: readonly string[]) =>
  [...guessed].sort((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), password)

/**
 * Why a password is refused, else undefined. Counted in characters: 10 to 128, staff 13. Refused too: few different characters, and
 * what leaves under 6 characters without the person's own e-mail and names and the words everybody thinks of.
 */
export const passwordProblem = (password: string, role: Role, { email, names }: { email: string; names: readonly string[] }): FieldReason | undefined => {
  const letters = [...normalizePassword(password)]
  if (letters.length < least(role)) return 'too_short'
  if (letters.length > max) return 'too_long'
  if (new Set(letters).size < 5) return 'not_allowed'
  const guessed = [...words, ...email.split(/[@.]/), ...names].map(plain).filter((word) => [...word].length >= 2)
  return [...without(plain(password), guessed)].length < 6 ? 'not_allowed' : undefined
}
