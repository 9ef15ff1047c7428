import type { Field } from '@sukoyaka/wire/admin'
import type { Draft, DraftValue } from './draft.ts'
import type { AdminTable, Row } from './table.ts'

/** What the inputs of a form share. */
export type FormContext = {
  table: AdminTable
  /** The saved record, unless it is new. */
  record: Row | undefined
  draft: Draft
  errorOf: (path: string) => string | undefined
  isFixed: (path: string) => boolean
}
/** `path` is that of the field in the draft, such as `courses.0.price`. */
export type FieldProps = { field: Field; path: string; value: DraftValue; onChange: (value: DraftValue) => void; context: FormContext }
