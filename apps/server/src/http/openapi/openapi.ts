import { roles, scopeOf } from '@sukoyaka/wire/access'
import { changedTags, domains, type endpoints } from '@sukoyaka/wire/all'
import { type Endpoint, isReading } from '@sukoyaka/wire/endpoint'
import type { TSchema } from 'typebox'
import { exampleOf } from './openapi-example.ts'
import { errorResponsesOf, errorSchema, isStream, outcomeSchema } from './openapi-responses.ts'

type Listed = (typeof endpoints)[number]
type Json = { [key: string]: unknown }

const vendor = 'application/vnd.sukoyaka.v1+json'

/** The names of the schemas that `wire` exports, by schema object: the document uses the same names. */
const schemaNames = new Map<unknown, string>(
  Object.values(domains).flatMap((exports) =>
    Object.entries(exports).flatMap(([name, value]) => (/^[A-Z]/.test(name) && typeof value === 'object' ? [[value as unknown, name] as const] : [])),
  ),
)

/** Copies the schema with `$ref` for named schemas and adds each of these once to `collected`. */
const toPlainSchema = (schema: unknown, collected: Map<string, unknown>, isTop = false): unknown => {
  if (typeof schema !== 'object' || schema === null) return schema
  const name = isTop ? undefined : schemaNames.get(schema)
  if (name) {
    if (!collected.has(name)) {
      collected.set(name, undefined)
      collected.set(name, toPlainSchema(schema, collected, true))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  if (Array.isArray(schema)) return schema.map((item) => toPlainSchema(item, collected))
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, toPlainSchema(value, collected)]))
}

const permissionOf = ({ permission }: Endpoint) => {
  if (permission === 'public') return 'Permission: none, without signing in.'
  const rolesWith = (scope: 'own' | 'all') => roles.filter((role) => scopeOf(role, permission) === scope)
  const parts = (['own', 'all'] as const).flatMap((scope) => (rolesWith(scope).length ? [`${scope}: ${rolesWith(scope).join(', ')}`] : []))
  return `Permission: \`${permission}\` (${parts.join('; ')}).`
}

type Part = { type?: string; properties?: Record<string, TSchema>; required?: string[]; 'x-comma'?: boolean; 'x-repeat'?: boolean }

/** Query parameters as they appear in a URL: `a`, `a[]`, `q[a]`, `q[a][]`. */
const queryOf = (schema: TSchema | undefined, example: Json = {}, wrap = (name: string) => name, isParentRequired = true): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as Part
  return Object.entries(properties).flatMap(([key, value]) => {
    const part = value as Part
    const isRequired = isParentRequired && required.includes(key)
    if (part.properties) return queryOf(value, example[key] as Json | undefined, (innerName) => `${wrap(key)}[${innerName}]`, isRequired)
    const isList = part.type === 'array'
    return [
      {
        name: isList && !part['x-repeat'] ? `${wrap(key)}[]` : wrap(key),
        in: 'query',
        ...(isRequired && { required: true }),
        ...(isList && { style: 'form', explode: true }),
        ...(part['x-comma'] && { description: `Or \`${key}=a,b\`.` }),
        schema: toPlainSchema(value, new Map(), true),
        example: example[key] ?? exampleOf(value, key),
      },
    ]
  })
}

const pathOf = (schema: TSchema | undefined, example: Json = {}): Json[] =>
  Object.entries((schema as Part | undefined)?.properties ?? {}).map(([name, value]) => ({
    name,
    in: 'path',
    required: true,
    schema: toPlainSchema(value, new Map(), true),
    example: example[name] ?? exampleOf(value, name),
  }))

const content = (schema: unknown, example: unknown) => ({ 'application/json': { schema, example }, [vendor]: { schema, example } })

type Parts = { properties: Json; required: string[] }
/** Flattens nested form fields to bracket names: `karte[memo]`. */
const flatParts = ({ properties = {}, required = [] }: Partial<Parts>): Parts => {
  const flat: Parts = { properties: {}, required: [] }
  for (const [name, part] of Object.entries(properties as Record<string, Json & Partial<Parts>>)) {
    const isParentRequired = required.includes(name)
    if (!part.properties) {
      flat.properties[name] = part
      if (isParentRequired) flat.required.push(name)
      continue
    }
    const innerParts = flatParts(part)
    for (const [key, property] of Object.entries(innerParts.properties)) flat.properties[`${name}[${key}]`] = property
    if (isParentRequired) flat.required.push(...innerParts.required.map((key) => `${name}[${key}]`))
  }
  return flat
}
const flatExample = (example: Json): Json =>
  Object.fromEntries(
    Object.entries(example).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flatExample(value as Json)).map(([key, item]) => [`${name}[${key}]`, item])
        : [[name, value]],
    ),
  )

/** Multipart body: fields as text, files as bytes. */
const form = (endpoint: Endpoint, schema: Json, example: unknown) => {
  const byteParts = Object.entries(endpoint.files!).map(([name, { max }]) => {
    const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }
    return [name, max > 1 ? { type: 'array', items: bytes, maxItems: max } : bytes]
  })
  const required = Object.entries(endpoint.files!).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
  const fields = flatParts(schema)
  const bodySchema = { ...schema, properties: { ...fields.properties, ...Object.fromEntries(byteParts) }, required: [...fields.required, ...required] }
  return { 'multipart/form-data': { schema: bodySchema, example: flatExample(example as Json) } }
}

const stream = {
  'text/event-stream': {
    schema: { type: 'string' },
    example: 'retry: 3000\nid: 41\n\nid: 42\ndata: {"changes":["test_results"],"patient_id":1}\n\n:\n\nid: 90\nevent: resync\ndata: {}\n\n',
  },
}

const responseOf = (endpoint: Endpoint, collected: Map<string, unknown>) => {
  const status = String(endpoint.status ?? 200)
  if (status === '204') return { 204: { description: 'Done; no content.' } }
  if (isStream(endpoint)) return { 200: { description: 'Event stream', content: stream } }
  const example = endpoint.example?.reply ?? exampleOf(endpoint.reply)
  const schema = toPlainSchema(endpoint.reply, collected)
  return {
    [status]: endpoint.media
      ? { description: 'The file', content: { [endpoint.media]: { schema, example } } }
      : { description: 'Done', content: content(schema, example) },
    ...(endpoint.method === 'GET' && { 304: { description: 'Unchanged since the response with the ETag in If-None-Match.' } }),
  }
}

const bodyOf = (endpoint: Endpoint, collected: Map<string, unknown>) => {
  const example = endpoint.example?.body ?? exampleOf(endpoint.body!)
  return {
    ...(endpoint.files && form(endpoint, toPlainSchema(endpoint.body, collected, true) as Json, example)),
    ...(endpoint.isSearch && { 'application/x-www-form-urlencoded': { schema: toPlainSchema(endpoint.body, collected), example } }),
    ...((!endpoint.files || endpoint.isFormOptional) && content(toPlainSchema(endpoint.body, collected), example)),
  }
}

const operationOf = ({ domain, name, endpoint }: Listed, collected: Map<string, unknown>): Json => {
  const { example = {} } = endpoint
  const parameters = [
    ...pathOf(endpoint.params, example.params as Json),
    ...queryOf(endpoint.query, example.query as Json),
    { $ref: '#/components/parameters/Language' },
    ...(endpoint.method === 'POST' && !isReading(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(endpoint.permission === 'public' ? [] : [{ $ref: '#/components/parameters/Background' }]),
    ...(isStream(endpoint) ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ]
  const changes = changedTags(endpoint)
  const paragraphs = [
    endpoint.description,
    permissionOf(endpoint),
    changes.length ? `Fetch again afterwards: ${changes.map((tag) => `\`${tag}\``).join(', ')}.` : undefined,
  ]
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    description: paragraphs.filter(Boolean).join('\n\n'),
    security: endpoint.permission === 'public' ? [] : [{ token: [] }],
    parameters,
    ...(endpoint.body && { requestBody: { required: true, content: bodyOf(endpoint, collected) } }),
    responses: { ...responseOf(endpoint, collected), ...errorResponsesOf(endpoint) },
  }
}

const header = (name: string, description: string, schema: Json, example: unknown) => ({ name, in: 'header', description, schema, example })

const parameters = {
  Language: header('Accept-Language', 'ja (default), en, kr or ko.', { type: 'string' }, 'ja'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Use the same key for all retries of one call: for 24 hours it returns the same response.',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    '5f0c7a1e-3f7e-4c57-9d6a-0f6b6f2f8f11',
  ),
  Background: header('X-Background', '1 if no user action caused the call: it does not prolong the session.', { type: 'string', enum: ['1'] }, '1'),
  LastEventId: header('Last-Event-ID', 'Id of the last event received; the stream starts with the events after it.', { type: 'string' }, '41'),
}

const introduction = `The API of すこやか.

* \`Accept: ${vendor}\`; \`application/json\` works as well. An unknown version is a 406.
* \`Authorization: Token token="<access_token>", email="<email>"\`
* Lists in a query are \`a[]=1&a[]=2\`; filters are \`q[id_eq]=1\` and \`q[id_in][]=1\`. Deeper nesting, unknown names and values are a 400.
* Days are \`YYYY-MM-DD\` in Asia/Tokyo, instants ISO 8601 in UTC.
* Errors are \`{error, code}\`, with 422 also \`fields\`.`

/** The OpenAPI 3.1 document of these endpoints. */
export const openApi = (listedEndpoints: Listed[], { public_url }: { public_url: string }): Json => {
  const collected = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const endpoint of listedEndpoints) {
    const path = endpoint.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.endpoint.method.toLowerCase()]: operationOf(endpoint, collected) }
  }
  const used = new Set(listedEndpoints.map(({ domain }) => domain))
  return {
    openapi: '3.1.0',
    info: { title: 'すこやか API', version: '1', description: introduction, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: public_url }],
    tags: Object.keys(domains)
      .filter((domain) => used.has(domain))
      .map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...Object.fromEntries(collected), Error: errorSchema, OperationOutcome: outcomeSchema },
      parameters,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The whole header: `Token token="<access_token>", email="<email>"`. The session response contains the token.',
        },
      },
    },
  }
}
