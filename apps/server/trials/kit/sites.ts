import { type Api, type Asking, exampleAsking, type Operation, resolve, type Schema } from './document.ts'

/** An input of a call, and the request with a value in it. */
export type Site = { operation: Operation; where: string; isHeader?: boolean; put: (value: unknown) => Asking }

/** Headers the server reads, whether or not the document lists them for this call. */
const headers = [
  'authorization',
  'accept',
  'accept-language',
  'cookie',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'referer',
  'user-agent',
  'x-background',
  'x-forwarded-for',
  'x-request-id',
]

const leavesOf = (api: Api, written: Schema, at: (string | number)[] = []): (string | number)[][] => {
  const schema = resolve(api, written)
  const inner = schema.anyOf ? schema.anyOf.flatMap((item) => leavesOf(api, item, at)) : []
  if (schema.properties) return [...(at.length ? [at] : []), ...Object.entries(schema.properties).flatMap(([name, item]) => leavesOf(api, item, [...at, name]))]
  if (schema.items) return [at, ...leavesOf(api, schema.items, [...at, 0])]
  return inner.length ? inner : [at]
}

const putAt = (body: unknown, [first, ...rest]: (string | number)[], value: unknown): unknown => {
  if (first === undefined) return value
  if (typeof first === 'number') return [putAt(undefined, rest, value)]
  return {
    ...(typeof body === 'object' && !Array.isArray(body) ? body : {}),
    [first]: putAt((body as Record<string, unknown> | undefined)?.[first], rest, value),
  }
}

/** All inputs of a call: path, query, body, headers and parameter names. */
export const sitesOf = (api: Api, operation: Operation): Site[] => {
  const asking = exampleAsking(operation)
  const places = operation.parameters.flatMap(({ name, in: part }): Site[] =>
    part === 'header' ? [] : [{ operation, where: `${part} ${name}`, put: (value) => ({ ...asking, [part]: { ...asking[part], [name]: value } }) }],
  )
  const named: Site = { operation, where: 'a query name', put: (value) => ({ ...asking, query: { ...asking.query, [String(value)]: 1 } }) }
  const bodies = operation.body
    ? [
        ...leavesOf(api, operation.body).map(
          (path): Site => ({ operation, where: `body ${path.join('.')}`, put: (value) => ({ ...asking, body: putAt(asking.body, path, value) }) }),
        ),
        { operation, where: 'a body name', put: (value: unknown) => ({ ...asking, body: putAt(asking.body, [String(value)], 1) }) },
      ]
    : []
  const put = (name: string) => (value: unknown) => ({
    ...asking,
    header: { ...asking.header, [name]: name === 'authorization' ? `Token token="${value}", email="${value}"` : String(value) },
  })
  return [...places, named, ...bodies, ...headers.map((name) => ({ operation, where: `header ${name}`, isHeader: true, put: put(name) }))]
}
