import { apiError } from './api-error.ts'

/**
 * Throws 409 if the stored record was changed after the caller read it. Null stands for no record. Calls with an optional `updated_at` skip the check
 * without it.
 */
export const assertUnchanged = (stored: { updated_at?: unknown } | undefined, updated_at: string | null | undefined) => {
  if (updated_at !== undefined && (stored?.updated_at ?? null) !== updated_at) throw apiError('conflict')
}
