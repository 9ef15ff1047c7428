export type Precautions = { precautions: string[]; reservation_precaution: string | null }

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses `{"precautions": ["…"], "reservation_precaution": "…"}`. Null if invalid. Empty text is valid. */
export const readPrecautions = (text: string): Precautions | null => {
  if (text.trim() === '') return { precautions: [], reservation_precaution: null }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    const { precautions = [], reservation_precaution = null } = parsed as Record<string, unknown>
    if (!Array.isArray(precautions) || !precautions.every(isText)) return null
    if (reservation_precaution !== null && !isText(reservation_precaution)) return null
    return { precautions, reservation_precaution }
  } catch {
    return null
  }
}
