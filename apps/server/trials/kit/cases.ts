import fc from 'fast-check'
import { brokenOf, brokenTextsOf, validOf } from './arbitrary.ts'
import type { Api, ApiRequest, Operation, Parameter } from './document.ts'

/** A request and its kind: valid, invalid in one part, unauthenticated, or with another method. */
export type Case = {
  apiRequest: ApiRequest
  kind: 'valid' | 'broken' | 'unauthenticated' | 'method'
  /** What is invalid in a `broken` request. */
  broken?: string
  /** Authorization header of an `unauthenticated` request; `ended` means the token of an ended session. */
  credentials?: string
  method?: string
}
export type IsValid = (schema: object, value: unknown) => boolean

const partOf = (api: Api, parameters: Parameter[], isHeader = false) => {
  const required = parameters.filter(({ required: isRequired }) => isRequired).map(({ name }) => name)
  const model = Object.fromEntries(parameters.map(({ name, schema }) => [name, validOf(api, schema, name, isHeader)]))
  // a URL cannot carry an empty list
  return (fc.record(model, { requiredKeys: required as never[], noNullPrototype: true }) as fc.Arbitrary<Record<string, unknown>>).map((part) =>
    Object.fromEntries(Object.entries(part).filter(([name, value]) => !(Array.isArray(value) && !value.length) || required.includes(name))),
  )
}

const validRequests = (api: Api, operation: Operation): fc.Arbitrary<ApiRequest> => {
  const parametersIn = (where: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === where)
  return fc.record({
    operation: fc.constant(operation),
    path: partOf(api, parametersIn('path')),
    query: partOf(api, parametersIn('query')),
    header: partOf(api, parametersIn('header'), true) as fc.Arbitrary<Record<string, string>>,
    ...(operation.body && { body: validOf(api, operation.body) }),
  })
}

const brokenCases = (api: Api, operation: Operation, isValid: IsValid): fc.Arbitrary<Case>[] => {
  const validRequest = validRequests(api, operation)
  const brokenCase = (broken: string, change: (value: unknown) => (request: ApiRequest) => ApiRequest, value: fc.Arbitrary<unknown>) =>
    fc.tuple(validRequest, value).map(
      ([request, invalidValue]): Case => ({
        kind: 'broken',
        broken: `${broken} = ${JSON.stringify(invalidValue)?.slice(0, 80)}`,
        apiRequest: change(invalidValue)(request),
      }),
    )
  const parts = operation.parameters.flatMap(({ name, in: where, required, schema }) => {
    if (where === 'header') return []
    const texts = brokenCase(
      `${where} ${name}`,
      (value) => (request) => ({ ...request, [where]: { ...request[where], [name]: name.endsWith('[]') ? [value] : value } }),
      fc.constantFrom(...brokenTextsOf(api, schema)),
    )
    if (where === 'path' || !required) return [texts]
    const without = ({ [name]: _, ...query }: Record<string, unknown>) => query
    return [texts, brokenCase(`no ${name}`, () => (request) => ({ ...request, query: without(request.query) }), fc.constant(undefined))]
  })
  const unknown = brokenCase(
    'an unknown parameter',
    (value) => (request) => ({ ...request, query: { ...request.query, nobody_knows: value } }),
    fc.constantFrom('', '1', 'あ'),
  )
  const bodies = operation.body
    ? [
        brokenCase(
          'body',
          (body) => (request) => ({ ...request, body }),
          brokenOf(api, operation.body).filter((body) => body !== undefined && !isValid(operation.body!, body)),
        ),
      ]
    : []
  // weighted, since a body has more parts than path and query
  return [...parts, unknown, ...bodies, ...bodies, ...bodies, ...bodies]
}

const invalidCredentials = [
  '',
  'Token token="", email=""',
  'Bearer x',
  'Basic YWRtaW46YWRtaW4=',
  `Token token="${'A'.repeat(43)}", email="hanako@example.com"`,
  'ended',
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

/** Requests of every kind for the operations; public ones get no `unauthenticated` request. Operations that hash a password are slow, so they get fewer. */
export const caseOf = (api: Api, isValid: IsValid, only: (operation: Operation) => boolean = () => true): fc.Arbitrary<Case> => {
  const matches = (path: string, route: { path: string }) => new RegExp(`^${route.path.replaceAll('$', '\\$').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const casesOf = (operation: Operation): fc.Arbitrary<Case> => {
    const validRequest = validRequests(api, operation)
    const otherMethods = methods.filter((method) => !api.routes.some((route) => route.method === method && matches(operation.path, route)))
    return fc.oneof(
      { weight: operation.isNotJson ? 1 : 8, arbitrary: validRequest.map((request): Case => ({ apiRequest: request, kind: 'valid' })) },
      { weight: 8, arbitrary: fc.oneof(...brokenCases(api, operation, isValid)) },
      ...(operation.isPublic
        ? []
        : [
            {
              weight: 2,
              arbitrary: fc
                .tuple(validRequest, fc.constantFrom(...invalidCredentials))
                .map(([request, credentials]): Case => ({ apiRequest: request, kind: 'unauthenticated', credentials })),
            },
          ]),
      {
        weight: 1,
        arbitrary: fc.tuple(validRequest, fc.constantFrom(...otherMethods)).map(([request, method]): Case => ({ apiRequest: request, kind: 'method', method })),
      },
    )
  }
  const isCostly = ({ body }: Operation) => JSON.stringify(body ?? '').includes('"password"')
  return fc.oneof(...api.operations.filter(only).map((operation) => ({ weight: isCostly(operation) ? 1 : 6, arbitrary: casesOf(operation) })))
}
