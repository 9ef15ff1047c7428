import { scopeOf } from '@sukoyaka/wire/access'
import { endpoints } from '@sukoyaka/wire/all'
import type { FastifyInstance } from 'fastify'
import { keyOf } from './calls/calls.ts'
import { type ApiRequest, type Operation, urlOf } from './document.ts'
import { openStream } from './nodes.ts'
import { type ApiResponse, type Caller, type Records, requestAs } from './rows/records.ts'

/** The caller with the widest scope for this call. */
export const widestCallerFor = ({ key }: Operation, { callers }: Records): Caller => {
  const permission = endpoints.find(({ endpoint }) => keyOf(endpoint) === key)?.endpoint.permission
  const callerWith = (scope: 'all' | 'own') =>
    permission && permission !== 'public' ? callers.find(({ role }) => role && scopeOf(role, permission) === scope) : undefined
  return callerWith('all') ?? callerWith('own') ?? callers.find(({ name }) => name === 'anonymous')!
}

/** Whether the call may end sessions of its caller. It is then sent as a person whose other sessions no test uses. */
const endsSessions = ({ method, path }: Operation) =>
  (method === 'DELETE' && (!path.includes('{') || path === '/api/sessions/{id}')) || path === '/api/users/update_auth_info'

/** Changes a request that would deactivate a caller, or end their sessions or change their role, so that it names a person whose account no test uses. */
const aboutSpareAccount = (apiRequest: ApiRequest, { accounts, callers, colleague }: Records): ApiRequest => {
  const isInUse = [...callers, colleague].some(({ id }) => id > 0 && String(id) === String(apiRequest.path.id))
  return /\/(deactivation|role|sessions)$/.test(apiRequest.operation.path) && isInUse
    ? { ...apiRequest, path: { ...apiRequest.path, id: accounts.leaver_id } }
    : apiRequest
}

let addresses = 0
/** Sends the request as this caller. Closes a stream after the response head. */
export const send = async (app: FastifyInstance, records: Records, generated: ApiRequest, caller: Caller): Promise<ApiResponse> => {
  const apiRequest = aboutSpareAccount(generated, records)
  const { operation, header, body } = apiRequest
  const url = urlOf(apiRequest)
  // an IP address per request, so that no rate limit applies
  const ip = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`
  let { authorization } = caller
  if (authorization && endsSessions(operation) && caller.role) authorization = records.authorizationOf(await records.testApp.signIn(records.colleague))
  if (operation.path === '/api/events' && authorization && !Object.keys(apiRequest.query).length) {
    const { status, text, close } = await openStream(app, header.authorization ?? authorization, header)
    close()
    return { status, text, headers: {} }
  }
  return requestAs(app, { authorization }, operation.method, url, { body, headers: header, ip })
}

/** Whether two reads of a path differ: reading the audit log adds an entry, reading sessions may change the time of last use, the system page has the time. */
export const changesByReading = (path: string) => /^\/api\/(audit_logs|admin\/system)|\/sessions$/.test(path)

/** Whether two responses are equal, apart from countdowns in seconds. */
export const isSame = (...responses: [ApiResponse, ApiResponse]): boolean => {
  const [first, secondText] = responses.map(({ status, text }) => `${status} ${text.replaceAll(/"seconds_left":\d+/g, '')}`)
  return first === secondText
}
