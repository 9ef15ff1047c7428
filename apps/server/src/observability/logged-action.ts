import { endpoints } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'

/** How the audit log names a call: method and path pattern, with ` (list)` if the call lists patients but could also be about a named patient. */
export const loggedAction = ({ method, path, listsPatients }: Endpoint, input: unknown): string => {
  const isMarked = typeof listsPatients === 'object' && Object(input)[listsPatients.unless] === undefined
  return `${method} ${path}${isMarked ? ' (list)' : ''}`
}

/** The calls that list patients, as the audit log names them. */
export const listActions: readonly string[] = endpoints.flatMap(({ endpoint }) => (endpoint.listsPatients ? [loggedAction(endpoint, {})] : []))
