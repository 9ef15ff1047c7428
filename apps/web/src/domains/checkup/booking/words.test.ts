import { expect, test } from 'vitest'
import type { CallError } from '../../../api/call-error.ts'
import { errorsByField, wordsOf } from './words.ts'

const late: CallError = { status: 422, code: 'change_too_late', error: '予約を変更できる期限を過ぎています。', fields: { tested_at: ['この値は選べません。'] } }
const invalid: CallError = {
  status: 422,
  code: 'invalid',
  error: '入力をご確認ください。',
  fields: { tested_at: ['過去の日時です。'], reason: ['長すぎます。'] },
}

test('shows the message of a rule error at its field', () => {
  expect(errorsByField(late)).toEqual({ date: late.error })
  expect(wordsOf(late)).toBe(late.error)
})

test('shows the message of each invalid field', () => {
  expect(errorsByField(invalid)).toEqual({ date: '過去の日時です。', all: '長すぎます。' })
  expect(wordsOf(invalid)).toBe('過去の日時です。 長すぎます。')
})
