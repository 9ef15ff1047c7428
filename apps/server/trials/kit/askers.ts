import { scopeOf } from '@sukoyaka/wire/access'
import { endpoints } from '@sukoyaka/wire/all'
import type { FastifyInstance } from 'fastify'
import { keyOf } from './calls/calls.ts'
import { type Asking, type Operation, urlOf } from './document.ts'
import { openStream } from './nodes.ts'
import { type Answered, type Caller, knock, type Records } from './rows/records.ts'

/** The caller with the widest scope for this call. */
export const askerOf = ({ key }: Operation, { callers }: Records): Caller => {
  const permission = endpoints.find(({ endpoint }) => keyOf(endpoint) === key)?.endpoint.permission
  const of = (scope: 'all' | 'own') =>
    permission && permission !== 'public' ? callers.find(({ role }) => role && scopeOf(role, permission) === scope) : undefined
  return of('all') ?? of('own') ?? callers.find(({ name }) => name === 'anonymous')!
}

/** Whether the call ends its session (sign-out), so that it needs a session of its own. */
const takesSession = ({ method, path }: Operation) => method === 'DELETE' && !path.includes('{')

let addresses = 0
/** Sends the request as this caller. Leaves a stream once it has answered. */
export const send = async (app: FastifyInstance, records: Records, asking: Asking, caller: Caller): Promise<Answered> => {
  const { operation, header, body } = asking
  const url = urlOf(asking)
  // an IP address per request, so that no rate limit applies
  const ip = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`
  let { authorization } = caller
  if (authorization && takesSession(operation) && caller.role) {
    const member = caller.role === 'patient' ? records.world.hanako : records.world.staff[caller.role]
    authorization = records.authorizationOf(await records.world.signedIn(member))
  }
  if (operation.path === '/api/events' && authorization && !Object.keys(asking.query).length) {
    const { status, text, leave } = await openStream(app, header.authorization ?? authorization, header)
    leave()
    return { status, text, headers: {} }
  }
  return knock(app, { authorization }, operation.method, url, { body, headers: header, ip })
}

/** Whether two responses are equal, apart from countdowns in seconds. */
export const isSame = (...answers: [Answered, Answered]): boolean => {
  const [first, other] = answers.map(({ status, text }) => `${status} ${text.replaceAll(/"seconds_left":\d+/g, '')}`)
  return first === other
}
