import { expect, test } from 'vitest'
import type { CallError } from '../../../api/call-error.ts'
import { splitErrors } from '../../../ui/form/form-state.ts'
import { emptyDraft } from './dialogs/draft.ts'
import { fieldNames, wordsOf } from './words.ts'

const late: CallError = { status: 422, code: 'change_too_late', error: '予約を変更できる期限を過ぎています。', fields: { tested_at: ['この値は選べません。'] } }
const invalid: CallError = {
  status: 422,
  code: 'invalid',
  error: '入力をご確認ください。',
  fields: { tested_at: ['過去の日時です。'], reason: ['長すぎます。'] },
}

test('shows the message of a rule error at its field', () => {
  expect(splitErrors(late, emptyDraft, fieldNames)).toEqual({ rejected: { date: late.error }, failure: undefined })
  expect(wordsOf(late)).toBe(late.error)
})

test('shows the message of each invalid field', () => {
  expect(splitErrors(invalid, emptyDraft, fieldNames)).toEqual({ rejected: { date: '過去の日時です。' }, failure: '長すぎます。' })
  expect(wordsOf(invalid)).toBe('過去の日時です。 長すぎます。')
})
