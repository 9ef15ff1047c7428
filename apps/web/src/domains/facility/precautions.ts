import { type Precautions, readPrecautions } from '@sukoyaka/rules/people/precautions'
import { report } from '../../api/error-report.ts'

const none: Precautions = { precautions: [], reservation_precaution: null }

/** Parses the precautions of a course or option from JSON. Unreadable text is reported and treated as empty. */
export const precautionsOf = (text: string): Precautions => {
  const read = readPrecautions(text)
  if (!read) report({ kind: 'precautions_unreadable' })
  return read ?? none
}
