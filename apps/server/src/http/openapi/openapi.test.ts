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
const made: Any = openApi(endpoints, { public_url: 'https://sukoyaka.example' })
const document: Any = JSON.parse(JSON.stringify(made))
const operationOf = (e: (typeof endpoints)[number]['endpoint']) => document.paths[e.path.replace(/:(\w+)/g, '{$1}')]?.[e.method.toLowerCase()]
const cases = endpoints.map((e) => [e.name, e] as const)
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
  expect(described.sort()).toEqual(endpoints.map(({ endpoint: e }) => `${e.method} ${e.path.replace(/:(\w+)/g, '{$1}')}`).sort())
  const ids = Object.values<Any>(document.paths).flatMap((methods) => Object.values<Any>(methods).map((o) => o.operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(cases)('%s has a summary, its permission and its errors', (_, { endpoint: e, domain }) => {
  const operation = operationOf(e)
  expect(operation.summary.length).toBeGreaterThan(2)
  expect(operation.tags).toEqual([domain])
  expect(operation.description).toContain(e.permission === 'public' ? 'without signing in' : `\`${e.permission}\``)
  expect(operation.security).toEqual(e.permission === 'public' ? [] : [{ token: [] }])
  const told = Object.entries<Any>(operation.responses).flatMap(([status, { content }]) =>
    Object.values<Any>(content?.[json]?.examples ?? {}).map(({ value }) => [Number(status), value]),
  )
  const checkError = Compile(errorSchema as Any)
  for (const [status, value] of told) {
    expect(checkError.Check(value)).toBe(true)
    expect(errors[value.code as keyof typeof errors]).toBe(status)
  }
  const codes = told.map(([, value]) => value.code)
  expect(codes).toEqual(expect.arrayContaining([...(e.errors ?? []), 'internal', 'unavailable', 'version_unknown']))
  if (e.permission !== 'public') expect(codes).toContain('unauthenticated')
  if (e.body) expect(codes).toEqual(expect.arrayContaining(['malformed', 'unknown_parameter', 'too_large', 'media_type_unsupported', 'invalid']))
})

const holds = (schema: TSchema, value: unknown) => {
  const check = Compile(schema)
  expect(check.Check(value) ? [] : [...check.Errors(value)].map((p) => `${p.instancePath} ${p.message}`)).toEqual([])
}

test.each(cases)('the examples of %s match its request and reply schemas', (_, { endpoint: e }) => {
  const operation = operationOf(e)
  const status = String(e.status ?? 200)
  const { content } = operation.responses[status]
  if (e.body && e.files) {
    const { schema, example } = operation.requestBody.content['multipart/form-data']
    // nested form fields use brackets
    const bases = Object.keys(schema.properties).map((name) => (name in e.files! ? name : name.split('[')[0]))
    expect([...new Set(bases)]).toEqual([...Object.keys(e.body.properties), ...Object.keys(e.files)])
    const sent = parseQuery(new URLSearchParams(Object.entries(example).map(([name, value]): [string, string] => [name, String(value)])).toString())
    expect(validator(e.body, 'form')(sent)).toEqual(e.example?.body)
  } else if (e.body) {
    const sent = operation.requestBody.content[json].example
    expect(operation.requestBody.content[vendor].example).toEqual(sent)
    expect(validator(e.body, 'body')(sent)).toEqual(sent)
  }
  if (status === '204') expect(content).toBeUndefined()
  else if (e.media) holds(e.reply, content[e.media].example)
  else if (content['text/event-stream']) expect(content['text/event-stream'].example).toContain('data: ')
  else {
    holds(e.reply, content[json].example)
    expect(content[vendor].example).toEqual(content[json].example)
  }
})

test.each(cases)('the documented parameters of %s are accepted', (_, { endpoint: e }) => {
  const parameters: Any[] = operationOf(e).parameters.filter((p: Any) => !p.$ref)
  const inPath = parameters.filter((p) => p.in === 'path')
  expect(inPath.map((p) => p.name)).toEqual([...e.path.matchAll(/:(\w+)/g)].map((m) => m[1]))
  if (e.params) expect(validator(e.params, 'params')(Object.fromEntries(inPath.map((p) => [p.name, String(p.example)])))).toBeTruthy()
  const inQuery = parameters.filter((p) => p.in === 'query')
  const text = inQuery.flatMap((p) => [p.example].flat().map((v) => `${encodeURIComponent(p.name)}=${encodeURIComponent(String(v))}`)).join('&')
  if (!e.query) expect(inQuery).toEqual([])
  else {
    const understood = validator(e.query, 'query')(parseQuery(text))
    expect(Object.keys(understood).sort()).toEqual(Object.keys(e.query.properties).sort())
  }
})
