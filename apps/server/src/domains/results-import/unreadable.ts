import type { importErrors } from '@sukoyaka/wire/boards/results-import'

export type ImportError = (typeof importErrors)[number]

/** The file cannot be read as a table; `code` says why. */
export class Unreadable extends Error {
  readonly code: ImportError
  constructor(code: ImportError) {
    super(code)
    this.code = code
  }
}
