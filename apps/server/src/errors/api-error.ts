import { type ErrorCode, errors, type FieldReason } from '@sukoyaka/wire/errors'

/** What stands there and what was sent, where two wrote at once: nobody’s text is lost. */
export type Versions = { saved: object | null; sent: object }
export type Refused = { fields?: Record<string, FieldReason[]>; tries_left?: number; retry_after?: number; name?: string; versions?: Versions }

/** A call is answered with an error of the contract. Nothing of its transaction stays. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly more: Refused
  constructor(code: ErrorCode, more: Refused = {}) {
    super(code)
    this.code = code
    this.more = more
  }
  get status() {
    return errors[this.code]
  }
}

/** `throw refuse('not_found')`. The words come from the phrases, in the request's language. */
export const refuse = (code: ErrorCode, more?: Refused) => new Refusal(code, more)

/** A value that is well typed and refused: `throw wrong('tested_at', 'in_past')`. */
export const wrong = (field: string, reason: FieldReason) => refuse('invalid', { fields: { [field]: [reason] } })
