import { type Precautions, readPrecautions } from '@sukoyaka/rules/record/precautions'
import { report } from '../../api/error-report.ts'

const none: Precautions = { precautions: [], reservation_precaution: null }

/** What a facility asks people to mind, out of its JSON text. What cannot be read is reported and counts as absent. */
export const precautionsOf = (text: string): Precautions => {
  const read = readPrecautions(text)
  if (!read) report({ kind: 'precautions_unreadable' })
  return read ?? none
}
