import type { CallError } from '../../../api/call-error.ts'

const places: Record<string, string> = {
  facility_id: 'facility_id',
  course_id: 'course_id',
  option_ids: 'course_id',
  kind: 'course_id',
  tested_at: 'date',
  suggested_datetimes_attributes: 'date',
}

/** With a code other than `invalid`, the message of the error states the rule; `fields` only says which fields it concerns. */
const isRuleError = ({ code }: Pick<CallError, 'code'>) => code !== undefined && code !== 'invalid'

/** Error messages by form field; `all` is shown above the footer. */
export const errorsByField = ({ fields = {}, error, code }: CallError): Record<string, string> => {
  const messages: Record<string, string> = {}
  for (const [name, words] of Object.entries(fields)) {
    const place = places[name.split(/[.[]/)[0] ?? ''] ?? 'all'
    messages[place] = isRuleError({ code }) ? error : [messages[place], ...words].filter(Boolean).join(' ')
  }
  return Object.keys(messages).length ? messages : { all: error }
}

/** The whole error as one message, for forms without matching fields. */
export const wordsOf = ({ fields, error, code }: CallError) =>
  fields && Object.keys(fields).length && !isRuleError({ code }) ? Object.values(fields).flat().join(' ') : error
