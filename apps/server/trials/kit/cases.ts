import fc from 'fast-check'
import { brokenOf, brokenTextsOf, validOf } from './arbitrary.ts'
import type { Api, Asking, Operation, Parameter } from './document.ts'

/** A request and its kind: valid, invalid in one part, unauthenticated, or with another method. */
export type Case = { asking: Asking; kind: 'valid' | 'broken' | 'stranger' | 'method'; broken?: string; stranger?: string; method?: string }
export type IsValid = (schema: object, value: unknown) => boolean

const partOf = (api: Api, parameters: Parameter[], isHeader = false) => {
  const required = parameters.filter(({ required: is }) => is).map(({ name }) => name)
  const model = Object.fromEntries(parameters.map(({ name, schema }) => [name, validOf(api, schema, name, isHeader)]))
  // a URL cannot carry an empty list
  return (fc.record(model, { requiredKeys: required as never[], noNullPrototype: true }) as fc.Arbitrary<Record<string, unknown>>).map((part) =>
    Object.fromEntries(Object.entries(part).filter(([name, value]) => !(Array.isArray(value) && !value.length) || required.includes(name))),
  )
}

const validAsking = (api: Api, operation: Operation): fc.Arbitrary<Asking> => {
  const of = (where: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === where)
  return fc.record({
    operation: fc.constant(operation),
    path: partOf(api, of('path')),
    query: partOf(api, of('query')),
    header: partOf(api, of('header'), true) as fc.Arbitrary<Record<string, string>>,
    ...(operation.body && { body: validOf(api, operation.body) }),
  })
}

const brokenCases = (api: Api, operation: Operation, isValid: IsValid): fc.Arbitrary<Case>[] => {
  const asking = validAsking(api, operation)
  const made = (broken: string, change: (value: unknown) => (request: Asking) => Asking, value: fc.Arbitrary<unknown>) =>
    fc.tuple(asking, value).map(
      ([request, fieldError]): Case => ({
        kind: 'broken',
        broken: `${broken} = ${JSON.stringify(fieldError)?.slice(0, 80)}`,
        asking: change(fieldError)(request),
      }),
    )
  const parts = operation.parameters.flatMap(({ name, in: where, required, schema }) => {
    if (where === 'header') return []
    const texts = made(
      `${where} ${name}`,
      (value) => (request) => ({ ...request, [where]: { ...request[where], [name]: name.endsWith('[]') ? [value] : value } }),
      fc.constantFrom(...brokenTextsOf(api, schema)),
    )
    if (where === 'path' || !required) return [texts]
    const without = ({ [name]: _, ...query }: Record<string, unknown>) => query
    return [texts, made(`no ${name}`, () => (request) => ({ ...request, query: without(request.query) }), fc.constant(undefined))]
  })
  const unknown = made(
    'an unknown parameter',
    (value) => (request) => ({ ...request, query: { ...request.query, nobody_knows: value } }),
    fc.constantFrom('', '1', 'あ'),
  )
  const bodies = operation.body
    ? [
        made(
          'body',
          (body) => (request) => ({ ...request, body }),
          brokenOf(api, operation.body).filter((body) => body !== undefined && !isValid(operation.body!, body)),
        ),
      ]
    : []
  // weighted, since a body has more parts than path and query
  return [...parts, unknown, ...bodies, ...bodies, ...bodies, ...bodies]
}

const strangers = ['', 'Token token="", email=""', 'Bearer x', 'Basic YWRtaW46YWRtaW4=', `Token token="${'A'.repeat(43)}", email="hanako@example.com"`, 'ended']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

/** Requests of every kind for every operation. Operations that hash a password are slow and come less often. */
export const caseOf = (api: Api, isValid: IsValid, only: (operation: Operation) => boolean = () => true): fc.Arbitrary<Case> => {
  const matches = (path: string, door: { path: string }) => new RegExp(`^${door.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const of = (operation: Operation): fc.Arbitrary<Case> => {
    const asking = validAsking(api, operation)
    const others = methods.filter((method) => !api.doors.some((route) => route.method === method && matches(operation.path, route)))
    return fc.oneof(
      { weight: operation.isStream ? 1 : 8, arbitrary: asking.map((request): Case => ({ asking: request, kind: 'valid' })) },
      { weight: 8, arbitrary: fc.oneof(...brokenCases(api, operation, isValid)) },
      ...(operation.isPublic
        ? []
        : [
            {
              weight: 2,
              arbitrary: fc.tuple(asking, fc.constantFrom(...strangers)).map(([request, stranger]): Case => ({ asking: request, kind: 'stranger', stranger })),
            },
          ]),
      { weight: 1, arbitrary: fc.tuple(asking, fc.constantFrom(...others)).map(([request, method]): Case => ({ asking: request, kind: 'method', method })) },
    )
  }
  const isCostly = ({ body }: Operation) => JSON.stringify(body ?? '').includes('"password"')
  return fc.oneof(...api.operations.filter(only).map((operation) => ({ weight: isCostly(operation) ? 1 : 6, arbitrary: of(operation) })))
}
