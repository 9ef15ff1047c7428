import { apiError } from './api-error.ts'

/**
 * Throws 409 if the stored record was changed after the caller read it. `updated_at`: as the caller read it; null if there was no record. Undefined, which only
 * some calls allow, skips the check.
 */
export const assertUnchanged = (stored: { updated_at?: unknown } | undefined, updated_at: string | null | undefined) => {
  if (updated_at !== undefined && (stored?.updated_at ?? null) !== updated_at) throw apiError('conflict')
}
