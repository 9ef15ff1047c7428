import { readFileSync } from 'node:fs'
import { normalizePassword, passwordProblem } from '@sukoyaka/rules/people/password'
import type { Role } from '@sukoyaka/wire/access'
import type { FieldReason } from '@sukoyaka/wire/errors'
import { sourceFile } from '../../config/folders.ts'
import { fieldError } from '../../errors/api-error.ts'
import { hashPassword } from './password.ts'

/** Leaked passwords of at least ten characters, from the list of @zxcvbn-ts/language-common 4.1.3 (MIT). */
const commonPasswords = new Set(readFileSync(sourceFile('domains/account/common-passwords.txt'), 'utf8').split('\n').filter(Boolean))

/** Whether the password, or what is left of it without digits and signs at its end, is on the list. */
const isCommon = (password: string) => {
  const folded = normalizePassword(password).toLowerCase()
  return [folded, folded.replace(/[^\p{L}]+$/u, '')].some((text) => commonPasswords.has(text))
}

type Owner = { role: Role; email: string; first_name: string; last_name: string }

export const newPasswordProblem = (password: string, { role, email, first_name, last_name }: Owner): FieldReason | undefined =>
  passwordProblem(password, role, { email, names: [first_name, last_name] }) ?? (isCommon(password) ? 'password_common' : undefined)

/** The hash of a new password. Throws 422 for a `newPasswordProblem`, and `unavailable` under the conditions of `hashPassword`. */
export const hashNewPassword = async (password: string, owner: Owner): Promise<string> => {
  const problem = newPasswordProblem(password, owner)
  if (problem) throw fieldError('password', problem)
  return hashPassword(password)
}
