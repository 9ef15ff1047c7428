import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { keyOf } from '../../apps/server/trials/kit/calls/calls.ts'
import type { People } from './people.ts'
import { type Request, requestsOf, send } from './requests.ts'

export type Skipped = { key: string; reason: string }
type Choice = { request: Request; text: string }

const itemsOf = (text: string): unknown[] | undefined => {
  try {
    const { items } = JSON.parse(text)
    return Array.isArray(items) ? items : undefined
  } catch {
    return undefined
  }
}
/** Whether the answer is a list without items. */
export const isEmpty = (text: string) => itemsOf(text)?.length === 0

/**
 * Sends the call as each patient and, about each patient, as staff until the first member of staff gets an answer: the other staff would get the same one.
 * Throws if the server answers 500 or more.
 */
const permitted = async (url: string, requests: Request[]) => {
  const answers: Choice[] = []
  const refusals = new Set<string>()
  let last: Request | undefined
  let hasStaff = false
  for (const request of requests) {
    // the requests about the second patient begin with the one that this patient sends
    if (request.caller.role === 'patient' && last) hasStaff = false
    last = request
    if (hasStaff && request.caller.role !== 'patient') continue
    const { status, text } = await send(url, request)
    if (status >= 500) throw new Error(`${request.key} answers ${status}: ${text}`)
    if (status !== request.status || status >= 400) refusals.add(String(status))
    else {
      answers.push({ request, text })
      hasStaff ||= request.caller.role !== 'patient'
    }
  }
  return { answers, refusals }
}

/** The request with the largest answer, or the reason why nobody gets an answer. */
export const chooseRead = async (url: string, endpoint: Endpoint, people: People): Promise<Choice | Skipped> => {
  const { answers, refusals } = await permitted(url, requestsOf(endpoint, people))
  const largest = answers.toSorted((a, b) => b.text.length - a.text.length)[0]
  return largest ?? { key: keyOf(endpoint), reason: refusals.size ? `answers ${[...refusals].join(', ')}` : 'no request' }
}

/** The request of the first person who gets the expected status both times that the write is sent, or the reason why nobody does. */
export const chooseWrite = async (url: string, endpoint: Endpoint, people: People): Promise<Choice | Skipped> => {
  const key = keyOf(endpoint)
  const requests = requestsOf(endpoint, { ...people, demo: people.rows }).slice(0, people.staff.length + 1)
  const refusals = new Set<string>()
  const refused = requests.find(({ status }) => status >= 400)
  // the contract test only has a request that the server must reject
  if (refused) return { key, reason: `answers ${refused.status}` }
  for (const request of requests) {
    const { status, text } = await send(url, request)
    if (status === 403 || status === 401) continue
    if (status === request.status && (await send(url, request)).status === status) return { request, text }
    refusals.add(String(status))
  }
  return { key, reason: refusals.size ? `cannot be repeated (${[...refusals].join(', ')})` : 'no request as JSON' }
}
