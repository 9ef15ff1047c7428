const nestedError = () => new Error('unexpected nested object in params serializer')

type Scalar = string | number | boolean
const isScalar = (value: unknown): value is Scalar => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const pairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value))
    return value.map((item) => {
      if (!isScalar(item)) throw nestedError()
      return [`${name}[]`, String(item)]
    })
  if (isScalar(value)) return [[name, String(value)]]
  throw nestedError()
}

const nestedPairs = (name: string, value: unknown): [string, string][] => {
  if (Array.isArray(value)) throw nestedError()
  if (!isObject(value)) return pairs(name, value)
  const { '': list, ...rest } = value
  if (Object.keys(rest).length > 0 || !Array.isArray(list)) throw nestedError()
  return pairs(name, list)
}

/**
 * Query string: `{ a: [1] }` becomes `a[]=1`, `{ q: { id_eq: 1 } }` becomes `q[id_eq]=1`, `{ q: { id_in: { '': [1] } } }` becomes `q[id_in][]=1`. Omits
 * undefined and null. Throws on other nesting, also on a plain array inside an object: see `withEmptyKeyLists`.
 */
export const serializeParams = (params: object): string =>
  Object.entries(params)
    .flatMap(([name, value]) =>
      isObject(value) ? Object.entries(value).flatMap(([key, nestedValue]) => nestedPairs(`${name}[${key}]`, nestedValue)) : pairs(name, value),
    )
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** Wraps arrays inside an object, such as `q`, under an empty key, as the serializer requires. */
export const withEmptyKeyLists = (params: object): object =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, nestedValue]) => [key, Array.isArray(nestedValue) ? { '': nestedValue } : nestedValue]))
        : value,
    ]),
  )
