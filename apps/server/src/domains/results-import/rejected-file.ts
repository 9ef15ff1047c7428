import { setImmediate as turn } from 'node:timers/promises'
import { results_import } from '@sukoyaka/phrases/boards/results-import'
import type { Language } from '@sukoyaka/phrases/language'
import type { PatientScope } from '../../access/patient-scope.ts'
import { bom, csvLine } from './csv.ts'
import { openAfter } from './row-store.ts'
import { readImport } from './store.ts'

export const rejectedFileSuffix = (language: Language) => results_import[language]['file.name']

const batchSize = 250

/**
 * CSV of the rows that were refused or have a cell left out: their own columns, and a reason column that a new upload ignores. Built in batches, so that the
 * event loop is not blocked.
 */
export const rejectedFile = async (scope: PatientScope, id: number, language: Language): Promise<string> => {
  const { columns, mapping } = await readImport(scope.db, id)
  const phrases = results_import[language]
  const reasonAt = mapping.find(({ field }) => field === 'reason')?.at ?? columns.length
  const withReason = (cells: readonly string[], reason: string) =>
    csvLine(Array.from({ length: Math.max(columns.length, reasonAt + 1) }, (_, index) => (index === reasonAt ? reason : (cells[index] ?? ''))))
  const chunks = [
    bom,
    withReason(
      columns.map(({ header }) => header),
      phrases['file.reason'],
    ),
  ]
  for (let line = 0; ; await turn()) {
    const rows = await openAfter(scope, id, line, batchSize)
    if (!rows.length) return chunks.join('')
    for (const { cells, reasons } of rows) {
      const messages = reasons.map(({ at: index, reason }) => {
        const header = index === null ? undefined : columns[index]?.header
        return header ? `${header}${phrases['file.of']}${phrases[`reason.${reason}`]}` : phrases[`reason.${reason}`]
      })
      chunks.push(withReason(cells, messages.join(phrases['file.and'])))
    }
    line = rows.at(-1)!.line
  }
}
