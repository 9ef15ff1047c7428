import { type Api, type ApiRequest, exampleRequest, type Operation, resolve, type Schema } from './document.ts'

/** An input of a call, and the request with a value in it. */
export type InputSite = { operation: Operation; where: string; isHeader?: boolean; put: (value: unknown) => ApiRequest }

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

const bodyPathsOf = (api: Api, ref: Schema, at: (string | number)[] = []): (string | number)[][] => {
  const schema = resolve(api, ref)
  const variantPaths = schema.anyOf ? schema.anyOf.flatMap((item) => bodyPathsOf(api, item, at)) : []
  if (schema.properties)
    return [...(at.length ? [at] : []), ...Object.entries(schema.properties).flatMap(([name, item]) => bodyPathsOf(api, item, [...at, name]))]
  if (schema.items) return [at, ...bodyPathsOf(api, schema.items, [...at, 0])]
  return variantPaths.length ? variantPaths : [at]
}

const putAt = (body: unknown, [first, ...rest]: (string | number)[], value: unknown): unknown => {
  if (first === undefined) return value
  if (typeof first === 'number') return [putAt(undefined, rest, value)]
  return {
    ...(typeof body === 'object' && !Array.isArray(body) ? body : {}),
    [first]: putAt((body as Record<string, unknown> | undefined)?.[first], rest, value),
  }
}

/** The inputs of a call: path, query, body, `headers` and parameter names. */
export const sitesOf = (api: Api, operation: Operation): InputSite[] => {
  const apiRequest = exampleRequest(operation)
  const places = operation.parameters.flatMap(({ name, in: part }): InputSite[] =>
    part === 'header' ? [] : [{ operation, where: `${part} ${name}`, put: (value) => ({ ...apiRequest, [part]: { ...apiRequest[part], [name]: value } }) }],
  )
  const queryNameSite: InputSite = { operation, where: 'a query name', put: (value) => ({ ...apiRequest, query: { ...apiRequest.query, [String(value)]: 1 } }) }
  const bodies = operation.body
    ? [
        ...bodyPathsOf(api, operation.body).map(
          (path): InputSite => ({ operation, where: `body ${path.join('.')}`, put: (value) => ({ ...apiRequest, body: putAt(apiRequest.body, path, value) }) }),
        ),
        { operation, where: 'a body name', put: (value: unknown) => ({ ...apiRequest, body: putAt(apiRequest.body, [String(value)], 1) }) },
      ]
    : []
  const requestWith = (name: string) => (value: unknown) => ({
    ...apiRequest,
    header: { ...apiRequest.header, [name]: name === 'authorization' ? `Token token="${value}", email="${value}"` : String(value) },
  })
  return [...places, queryNameSite, ...bodies, ...headers.map((name) => ({ operation, where: `header ${name}`, isHeader: true, put: requestWith(name) }))]
}
