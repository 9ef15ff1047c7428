import type { Field } from '@sukoyaka/wire/admin'
import type { Draft, DraftValue } from './draft.ts'
import type { AdminTable, Row } from './table.ts'

/** Props that all inputs of a form get. */
export type SharedFormProps = {
  table: AdminTable
  /** The stored record; undefined while a new one is created. */
  record: Row | undefined
  draft: Draft
  errorOf: (path: string) => string | undefined
  /** Whether the field cannot be changed after creation, and the record is saved or its creation is being sent. */
  isReadOnly: (path: string) => boolean
}
/** `path`: path of the field in the draft, such as `courses.0.price`. */
export type FieldProps = { field: Field; path: string; value: DraftValue; onChange: (value: DraftValue) => void; shared: SharedFormProps }
