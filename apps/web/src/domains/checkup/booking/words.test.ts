import { expect, test } from 'vitest'
import { errorsByField, wordsOf } from './words.ts'

const late = { status: 422, code: 'change_too_late', error: '予約を変更できる期限を過ぎています。', fields: { tested_at: ['この値は選べません。'] } } as const
const invalid = {
  status: 422,
  code: 'invalid',
  error: '入力をご確認ください。',
  fields: { tested_at: ['過去の日時です。'], reason: ['長すぎます。'] },
} as const
type CallErrorLike = Parameters<typeof errorsByField>[0]

test('shows the message of a rule error at its field', () => {
  expect(errorsByField(late as unknown as CallErrorLike)).toEqual({ date: late.error })
  expect(wordsOf(late as unknown as CallErrorLike)).toBe(late.error)
})

test('shows the message of each invalid field', () => {
  expect(errorsByField(invalid as unknown as CallErrorLike)).toEqual({ date: '過去の日時です。', all: '長すぎます。' })
  expect(wordsOf(invalid as unknown as CallErrorLike)).toBe('過去の日時です。 長すぎます。')
})
