import type { FileKind } from '@sukoyaka/wire/endpoint'
import { type ErrorCode, errors, type FieldReason } from '@sukoyaka/wire/errors'

/** The stored and the sent version of a text or a task, so that a conflict loses neither. */
export type Versions = { saved: object | null; sent: object }
/**
 * `kind`: the only kind of files that the field accepts. `account_id`: the account of a refused sign-in or share, for the audit log only. `isPermanent`: a
 * job that throws the error is not retried.
 */
export type ErrorDetails = {
  isPermanent?: boolean
  kind?: FileKind
  account_id?: number | undefined
  fields?: Record<string, FieldReason[]>
  tries_left?: number
  retry_after?: number
  name?: string
  /** Fill in the `{{values}}` of the text. */
  values?: Record<string, string | number>
  versions?: Versions
}

/** An error of the contract. Thrown in a handler it rolls back the transaction. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
  get status() {
    return errors[this.code]
  }
}

/** `throw apiError('not_found')`. The text is translated to the request's language. */
export const apiError = (code: ErrorCode, details?: ErrorDetails) => new ApiError(code, details)

/** A well-typed value that is rejected with 422: `throw fieldError('tested_at', 'in_past')`. */
export const fieldError = (field: string, reason: FieldReason) => apiError('invalid', { fields: { [field]: [reason] } })
