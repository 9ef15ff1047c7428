import { type ErrorCode, errors, type FieldReason } from '@sukoyaka/wire/errors'

/** What stands there and what was sent, where two wrote at once: nobody’s text is lost. */
export type Versions = { saved: object | null; sent: object }
export type ErrorDetails = { fields?: Record<string, FieldReason[]>; tries_left?: number; retry_after?: number; name?: string; versions?: Versions }

/** A call is answered with an error of the contract. Nothing of its transaction stays. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly more: ErrorDetails
  constructor(code: ErrorCode, more: ErrorDetails = {}) {
    super(code)
    this.code = code
    this.more = more
  }
  get status() {
    return errors[this.code]
  }
}

/** `throw refuse('not_found')`. The words come from the phrases, in the request's language. */
export const apiError = (code: ErrorCode, more?: ErrorDetails) => new ApiError(code, more)

/** A value that is well typed and refused: `throw wrong('tested_at', 'in_past')`. */
export const fieldError = (field: string, reason: FieldReason) => apiError('invalid', { fields: { [field]: [reason] } })
