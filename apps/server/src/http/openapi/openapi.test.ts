import { Validator } from '@seriousme/openapi-schema-validator'
import { endpoints } from '@sukoyaka/wire/all'
import { errors } from '@sukoyaka/wire/errors'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { parseQuery } from '../query.ts'
import { validator } from '../validate.ts'
import { openApi } from './openapi.ts'
import { errorSchema } from './openapi-responses.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is read as plain JSON, as clients do
type Any = any
const openApiDocument: Any = openApi(endpoints, { public_url: 'https://sukoyaka.example' })
const document: Any = JSON.parse(JSON.stringify(openApiDocument))
const operationOf = (endpoint: (typeof endpoints)[number]['endpoint']) =>
  document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
const cases = endpoints.map((listed) => [listed.name, listed] as const)
const json = 'application/json'
const vendor = 'application/vnd.sukoyaka.v1+json'

test('the document is valid OpenAPI 3.1', async () => {
  const checker = new Validator()
  expect(await checker.validate(document)).toEqual({ valid: true })
  expect(checker.version).toBe('3.1')
  // make sure that the validator can fail
  const broken = structuredClone(document)
  delete Object.values<Any>(broken.paths)[0].get?.responses
  delete Object.values<Any>(broken.paths)[0].post?.responses
  broken.info = { title: 1 }
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('every $ref resolves', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)
  const missing = [...references].filter(([, kind, name]) => !document.components[kind!]?.[name!])
  expect(missing).toEqual([])
  expect(document.components.schemas.User.properties.first_name).toBeTruthy()
})

test('the document has exactly the endpoints of the contract, each with a unique operationId', () => {
  const described = Object.entries<Any>(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect(described.sort()).toEqual(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`).sort())
  const ids = Object.values<Any>(document.paths).flatMap((methods) => Object.values<Any>(methods).map((operation) => operation.operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(cases)('%s has a summary, its permission and its errors', (_, { endpoint, domain }) => {
  const operation = operationOf(endpoint)
  expect(operation.summary.length).toBeGreaterThan(2)
  expect(operation.tags).toEqual([domain])
  expect(operation.description).toContain(endpoint.permission === 'public' ? 'without signing in' : `\`${endpoint.permission}\``)
  expect(operation.security).toEqual(endpoint.permission === 'public' ? [] : [{ token: [] }])
  const isFhir = endpoint.standard === 'fhir'
  const documentedCodes = Object.entries<Any>(operation.responses).flatMap(([status, { content }]) =>
    Object.entries<Any>(content?.[isFhir ? 'application/fhir+json' : json]?.examples ?? {}).map(([code, { value }]) => [Number(status), { code, ...value }]),
  )
  const checkError = Compile((isFhir ? document.components.schemas.OperationOutcome : errorSchema) as Any)
  for (const [status, value] of documentedCodes) {
    expect(checkError.Check(value)).toBe(true)
    expect(errors[value.code as keyof typeof errors]).toBe(status)
  }
  const codes = documentedCodes.map(([, value]) => value.code)
  expect(codes).toEqual(expect.arrayContaining([...(endpoint.errors ?? []), 'internal', 'unavailable', 'version_unknown']))
  if (endpoint.permission !== 'public') expect(codes).toContain('unauthenticated')
  if (endpoint.body) expect(codes).toEqual(expect.arrayContaining(['malformed', 'unknown_parameter', 'too_large', 'media_type_unsupported', 'invalid']))
})

const expectValid = (schema: TSchema, value: unknown) => {
  const check = Compile(schema)
  expect(check.Check(value) ? [] : [...check.Errors(value)].map((error) => `${error.instancePath} ${error.message}`)).toEqual([])
}

test.each(cases)('the examples of %s match its request and reply schemas', (_, { endpoint }) => {
  const operation = operationOf(endpoint)
  const status = String(endpoint.status ?? 200)
  const { content } = operation.responses[status]
  if (endpoint.body && endpoint.files) {
    const { schema, example } = operation.requestBody.content['multipart/form-data']
    // nested form fields use brackets
    const bases = Object.keys(schema.properties).map((name) => (name in endpoint.files! ? name : name.split('[')[0]))
    expect([...new Set(bases)]).toEqual([...Object.keys(endpoint.body.properties), ...Object.keys(endpoint.files)])
    const parsed = parseQuery(new URLSearchParams(Object.entries(example).map(([name, value]): [string, string] => [name, String(value)])).toString())
    expect(validator(endpoint.body, 'form')(parsed)).toEqual(endpoint.example?.body)
  }
  if (endpoint.body && (!endpoint.files || endpoint.isFormOptional)) {
    const body = operation.requestBody.content[json].example
    expect(operation.requestBody.content[vendor].example).toEqual(body)
    expect(validator(endpoint.body, 'body')(body)).toEqual(body)
  }
  if (status === '204') expect(content).toBeUndefined()
  else if (endpoint.media) expectValid(endpoint.reply, content[endpoint.media].example)
  else if (content['text/event-stream']) expect(content['text/event-stream'].example).toContain('data: ')
  else {
    expectValid(endpoint.reply, content[json].example)
    expect(content[vendor].example).toEqual(content[json].example)
  }
})

test.each(cases)('the documented parameters of %s are accepted', (_, { endpoint }) => {
  const parameters: Any[] = operationOf(endpoint).parameters.filter((parameter: Any) => !parameter.$ref)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  expect(inPath.map((parameter) => parameter.name)).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]))
  if (endpoint.params)
    expect(validator(endpoint.params, 'params')(Object.fromEntries(inPath.map((parameter) => [parameter.name, String(parameter.example)])))).toBeTruthy()
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const text = inQuery
    .flatMap((parameter) => [parameter.example].flat().map((value) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(String(value))}`))
    .join('&')
  if (!endpoint.query) expect(inQuery).toEqual([])
  else {
    const parsedQuery = validator(endpoint.query, 'query')(parseQuery(text))
    expect(Object.keys(parsedQuery).sort()).toEqual(Object.keys(endpoint.query.properties).sort())
  }
})
