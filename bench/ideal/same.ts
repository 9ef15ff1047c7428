type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** The value without the fields `without`, and with every instant in the same form. */
const plain = (value: Json, without: string[]): Json => {
  if (typeof value === 'string') return instant.test(value) ? new Date(value).toISOString() : value
  if (Array.isArray(value)) return value.map((item) => plain(item, without))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.keys(value)
      .filter((name) => !without.includes(name))
      .sort()
      .map((name) => [name, plain(value[name]!, without)]),
  )
}

/** Where two answers first differ; undefined if they are equal apart from the fields that are left out. */
export const differenceOf = (ours: string, ideal: string, without: string[] = []): string | undefined => {
  const [a, b] = [ours, ideal].map((text) => JSON.stringify(plain(JSON.parse(text), without), null, 1).split('\n')) as [string[], string[]]
  const at = a.findIndex((line, i) => line !== b[i])
  if (at >= 0) return `line ${at + 1}: ours ${a[at]!.trim().slice(0, 100)}, ideal ${String(b[at]).trim().slice(0, 100)}`
  return a.length === b.length ? undefined : `ours has ${a.length} lines, the ideal ${b.length}`
}

const keysOf = (value: Json, path = ''): string[] =>
  value === null || typeof value !== 'object'
    ? [path]
    : Array.isArray(value)
      ? [...new Set(value.flatMap((item) => keysOf(item, `${path}[]`)))]
      : Object.entries(value).flatMap(([name, item]) => keysOf(item, `${path}.${name}`))

/** The fields of our answer to a write that the ideal's answer lacks; undefined if it lacks none. Values are not compared, because ids and times differ. */
export const missingFieldsOf = (ours: string, ideal: string, without: string[] = []): string | undefined => {
  const fields = keysOf(plain(JSON.parse(ideal), without))
  const missing = keysOf(plain(JSON.parse(ours), without)).filter((field) => !fields.includes(field))
  return missing.length ? `the ideal lacks ${missing.join(', ')}` : undefined
}
