import { expect, test } from 'vitest'
import { clockTime, codeDigits, maskEmail } from './otp.ts'

test.each([
  ['４０７１２３', '407123'],
  ['407 123', '407123'],
  ['407-123', '407123'],
  ['確認コード：４０７１２３です', '407123'],
  ['①②③', '123'],
  ['40712345', '407123'],
  ['abc', ''],
])('reads %s as code %s', (typed, code) => expect(codeDigits(typed)).toBe(code))

test('masks the email address', () => expect(maskEmail('keiko.saeki@example.jp')).toBe('k•••••@example.jp'))
test('formats a number of seconds as minutes and seconds', () => expect([clockTime(42), clockTime(5), clockTime(61)]).toEqual(['0:42', '0:05', '1:01']))
