import type { CallError } from '../../../api/call-error.ts'

const places: Record<string, string> = {
  facility_id: 'facility_id',
  course_id: 'course_id',
  option_ids: 'course_id',
  kind: 'course_id',
  tested_at: 'date',
  suggested_datetimes_attributes: 'date',
}

/** An error with a code of its own names the rule; its fields only locate it. */
const isOwn = ({ code }: Pick<CallError, 'code'>) => code !== undefined && code !== 'invalid'

/** Error messages by form field; `all` is shown above the footer. */
export const errorsByField = ({ fields = {}, error, code }: CallError): Record<string, string> => {
  const messages: Record<string, string> = {}
  for (const [name, words] of Object.entries(fields)) {
    const place = places[name.split(/[.[]/)[0] ?? ''] ?? 'all'
    messages[place] = isOwn({ code }) ? error : [messages[place], ...words].filter(Boolean).join(' ')
  }
  return Object.keys(messages).length ? messages : { all: error }
}

/** The whole error as one message, for forms without matching fields. */
export const wordsOf = ({ fields, error, code }: CallError) =>
  fields && Object.keys(fields).length && !isOwn({ code }) ? Object.values(fields).flat().join(' ') : error
