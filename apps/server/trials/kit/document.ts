import type { FastifyInstance } from 'fastify'

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  pattern?: string
  format?: string
}
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema; example?: unknown }
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, unknown> }>
export type Operation = {
  /** Method and path, in the form of the contract. */
  key: string
  method: string
  path: string
  isPublic: boolean
  /** Responds with an event stream, CSV, a calendar, a PDF or a picture instead of JSON. */
  isNotJson: boolean
  parameters: Parameter[]
  body: Schema | undefined
  example: unknown
  /** Documented responses by status. `schema` is undefined if the body is empty; `codes` are those of an error. */
  responses: Map<number, { schema: Schema | undefined; codes: string[] }>
}
/** `routes` are all methods and paths, including uploads. */
export type Api = { operations: Operation[]; routes: { method: string; path: string }[]; components: { schemas: Record<string, Schema> } }

type OpenApiOperation = {
  security: unknown[]
  parameters: (Parameter & { $ref?: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = { paths: Record<string, Record<string, OpenApiOperation>>; components: Api['components'] & { parameters: Record<string, Parameter> } }

const jsonOf = (content: Content | undefined) =>
  content?.['application/json'] ?? content?.['application/fhir+json'] ?? content?.['text/event-stream'] ?? content?.['text/csv'] ?? content?.['text/calendar']

/** Reads only the OpenAPI document, so new endpoints are covered without a change here. */
export const readApi = async (app: FastifyInstance): Promise<Api> => apiOf((await app.inject('/api/openapi.json')).json())

export const apiOf = ({ paths, components }: Document): Api => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    // S-24 covers multipart bodies: generated values are no valid images
    Object.entries(methods)
      .filter(([, { requestBody }]) => !requestBody?.content['multipart/form-data'] || requestBody.content['application/json'])
      .map(([method, { security, parameters, requestBody, responses }]): Operation => {
        const responseByStatus = new Map(
          Object.entries(responses).map(([status, { content }]) => [
            Number(status),
            { schema: jsonOf(content)?.schema, codes: Object.keys(jsonOf(content)?.examples ?? {}) },
          ]),
        )
        return {
          key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
          method: method.toUpperCase(),
          path,
          isPublic: security.length === 0,
          isNotJson: ['text/event-stream', 'text/csv', 'text/calendar', 'application/pdf', 'image/webp'].some((type) => responses['200']?.content?.[type]),
          parameters: parameters.map((parameter) => (parameter.$ref ? components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter)),
          body: jsonOf(requestBody?.content)?.schema,
          example: jsonOf(requestBody?.content)?.example,
          responses: responseByStatus,
        }
      }),
  )
  const routes = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })))
  return { operations, routes, components }
}

/** Resolves a `$ref`. */
export const resolve = ({ components }: Api, schema: Schema): Schema =>
  schema.$ref ? resolve({ components } as Api, components.schemas[schema.$ref.split('/').at(-1)!]!) : schema

/** A request to one operation. Query names are as in the URL: `a`, `a[]`, `q[a]`, `q[a][]`. */
export type ApiRequest = { operation: Operation; path: Record<string, unknown>; query: Record<string, unknown>; header: Record<string, string>; body?: unknown }

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** `q[a]=1&q[b][]=2` for an object. */
const pairsOf = (name: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item))
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => pairsOf(`${name}[${key}]${Array.isArray(item) ? '[]' : ''}`, item))
  return [`${encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encodeURIComponent(textOf(value))}`]
}

export const urlOf = ({ operation, path, query }: ApiRequest): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))
  const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(path[name])))
  return pairs.length ? `${url}?${pairs.join('&')}` : url
}

const examplesOf = ({ parameters }: Operation, where: Parameter['in'], only: (parameter: Parameter) => boolean = () => true) =>
  Object.fromEntries(parameters.filter((parameter) => parameter.in === where && only(parameter)).map(({ name, example }) => [name, example]))

/** The example of the document, with the required query parameters only. */
export const exampleRequest = (operation: Operation): ApiRequest => ({
  operation,
  path: examplesOf(operation, 'path'),
  query: examplesOf(operation, 'query', ({ required }) => required === true),
  header: {},
  ...(operation.body && { body: operation.example }),
})
