/** Every refusal the server can answer, with its status. The words are in `phrases` under the same key. */
export const errors = {
  malformed: 400,
  unknown_parameter: 400,
  nested_query: 400,
  unauthenticated: 401,
  credentials_invalid: 401,
  otp_required: 401,
  otp_invalid: 401,
  otp_expired: 401,
  otp_used_up: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  version_unknown: 406,
  conflict: 409,
  too_large: 413,
  media_type_unsupported: 415,
  invalid: 422,
  phone_number_taken: 422,
  idempotency_key_reused: 422,
  too_many: 429,
  resend_too_early: 429,
  internal: 500,
  unavailable: 503,
  mail_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errors

/** What is wrong with one field; the words are in `phrases` under `field.<reason>`. */
export const fieldReasons = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'format',
  'not_allowed',
  'too_many',
  'too_few',
  'taken',
  'in_future',
] as const
export type FieldReason = (typeof fieldReasons)[number]
