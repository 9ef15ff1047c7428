import { setImmediate as turn } from 'node:timers/promises'
import { results_import } from '@sukoyaka/phrases/boards/results-import'
import type { Language } from '@sukoyaka/phrases/language'
import type { PatientScope } from '../../access/patient-scope.ts'
import { bom, csvLine } from './csv.ts'
import { refusedAfter } from './row-store.ts'
import { readImport } from './store.ts'

/** The suffix of the file name. */
export const sayRefused = (language: Language) => results_import[language]['file.name']

const atOnce = 250

/**
 * CSV of the refused rows with their own columns and a reason column, which is ignored when the file is uploaded again. Built in batches, so that the
 * event loop is not blocked.
 */
export const refusedFile = async (scope: PatientScope, id: number, language: Language): Promise<string> => {
  const { columns, mapping } = await readImport(scope.db, id)
  const words = results_import[language]
  const reasonAt = mapping.find(({ field }) => field === 'reason')?.at ?? columns.length
  const withReason = (cells: readonly string[], reason: string) =>
    csvLine(Array.from({ length: Math.max(columns.length, reasonAt + 1) }, (_, at) => (at === reasonAt ? reason : (cells[at] ?? ''))))
  const pieces = [
    bom,
    withReason(
      columns.map(({ header }) => header),
      words['file.reason'],
    ),
  ]
  for (let line = 0; ; await turn()) {
    const rows = await refusedAfter(scope, id, line, atOnce)
    if (!rows.length) return pieces.join('')
    for (const { cells, reasons } of rows) {
      const told = reasons.map(({ at, reason }) => {
        const header = at === null ? undefined : columns[at]?.header
        return header ? `${header}${words['file.of']}${words[`reason.${reason}`]}` : words[`reason.${reason}`]
      })
      pieces.push(withReason(cells, told.join(words['file.and'])))
    }
    line = rows.at(-1)!.line
  }
}
