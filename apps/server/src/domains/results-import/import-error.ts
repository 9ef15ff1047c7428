import type { importErrors } from '@sukoyaka/wire/boards/results-import'

export type ImportCode = (typeof importErrors)[number]

/** The file cannot be read as a table; `code` says why. */
export class ImportError extends Error {
  readonly code: ImportCode
  constructor(code: ImportCode) {
    super(code)
    this.code = code
  }
}
