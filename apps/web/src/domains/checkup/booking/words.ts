import type { CallError } from '../../../api/call-error.ts'

/** Maps a field of the request to the field of `CreateDialog` that shows its error. */
export const fieldNames = {
  option_ids: 'course_id',
  kind: 'course_id',
  tested_at: 'date',
  suggested_datetimes_attributes: 'date',
}

/** With a code other than `invalid`, the message of the error states the rule; `fields` only says which fields it concerns. */
const isRuleError = ({ code }: Pick<CallError, 'code'>) => code !== undefined && code !== 'invalid'

/** The whole error as one message, for forms without matching fields. */
export const wordsOf = ({ fields, error, code }: CallError) =>
  fields && Object.keys(fields).length && !isRuleError({ code }) ? Object.values(fields).flat().join(' ') : error
