const numbers = ['value', 'diagnosed_age', 'divided_times']

/** Whether the fields that were read have the types they should: a bundle may have anything anywhere. */
const hasTypes = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((item) => typeof item === 'string' || hasTypes(item))
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).every(([name, item]) => {
        if (item === null || item === undefined || typeof item === 'boolean') return true
        if (numbers.includes(name)) return typeof item === 'number' && Number.isFinite(item)
        return typeof item === 'string' || hasTypes(item)
      })

/**
 * Reads a resource of a bundle. `invalid` if the reader throws a TypeError or if its result has a value of the wrong type: fields named in `numbers` must be
 * numbers, other values text; missing values, null and booleans are accepted.
 */
export const readSafely = <T>(read: () => T): T | { reason: 'invalid' } => {
  try {
    const result = read()
    return hasTypes(result) ? result : { reason: 'invalid' }
  } catch (error) {
    if (error instanceof TypeError) return { reason: 'invalid' }
    throw error
  }
}
