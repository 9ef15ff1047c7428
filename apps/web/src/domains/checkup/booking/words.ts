import type { CallError } from '../../../api/call-error.ts'

const places: Record<string, string> = {
  facility_id: 'facility_id',
  course_id: 'course_id',
  option_ids: 'course_id',
  kind: 'course_id',
  tested_at: 'date',
  suggested_datetimes_attributes: 'date',
}

/** A refusal with a code of its own says which rule it was; its fields only say where. */
const isOwn = ({ code }: Pick<CallError, 'code'>) => code !== undefined && code !== 'invalid'

/** The words of a refusal where they belong: at their field, else above the footer. */
export const saidOf = ({ fields = {}, error, code }: CallError): Record<string, string> => {
  const said: Record<string, string> = {}
  for (const [name, words] of Object.entries(fields)) {
    const place = places[name.split(/[.[]/)[0] ?? ''] ?? 'all'
    said[place] = isOwn({ code }) ? error : [said[place], ...words].filter(Boolean).join(' ')
  }
  return Object.keys(said).length ? said : { all: error }
}

/** All a refusal says, where no field of its own could say it. */
export const wordsOf = ({ fields, error, code }: CallError) =>
  fields && Object.keys(fields).length && !isOwn({ code }) ? Object.values(fields).flat().join(' ') : error
