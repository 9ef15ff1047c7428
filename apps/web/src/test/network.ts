import { addClientError } from '@sukoyaka/wire/boards/platform'
import type { Endpoint, Input, Reply } from '@sukoyaka/wire/endpoint'
import type { ErrorCode } from '@sukoyaka/wire/errors'
import { reportRecordPresence } from '@sukoyaka/wire/people/record-presence'
import { cleanup, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { clearCallState } from '../api/etag-cache.ts'
import { removeOtherUsersDrafts } from '../api/form-drafts.ts'
import { dismissToast, toasts } from '../ui/overlay/toast.ts'
import { paged } from './data/paged.ts'
import { addAllPhrases } from './phrases.ts'

type SentRequest<E extends Endpoint = Endpoint> = { method: string; path: string; input: Input<E> }
const sentRequests: SentRequest[] = []

/** Inputs of the requests to an endpoint, in the order sent: path parameters, query and body in one object. */
export const sent = <E extends Endpoint>({ method, path }: E) =>
  sentRequests.filter((request) => request.method === method && request.path === path).map(({ input }) => input as Input<E>)

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete }

/** Converts a number or boolean in a path or query back to its type. */
const parsedValue = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : text === 'true' || text === 'false' ? text === 'true' : text)

/** Parses a query as the server does: `a[]=1` is a list, `q[id_eq]=1` an object. */
const queryOf = (params: URLSearchParams) => {
  const query: Record<string, unknown> = {}
  for (const key of new Set(params.keys())) {
    const [, name = key, field, isList] = /^([^[]+)(?:\[(\w+)\])?(\[\])?$/.exec(key) ?? []
    const values = params.getAll(key).map(parsedValue)
    const value = isList ? values : values[0]
    query[name] = field ? { ...(query[name] as object | undefined), [field]: value } : value
  }
  return query
}

/** Path parameters, query and body in one object. */
const inputOf = async (request: Request, params: object) => {
  const named = Object.entries(params).map(([name, value]) => [name, parsedValue(String(value))])
  const text = await request.clone().text()
  const isJson = request.headers.get('content-type')?.includes('json')
  return { ...Object.fromEntries(named), ...queryOf(new URL(request.url).searchParams), ...(isJson && text && JSON.parse(text)) }
}

type Responder<E extends Endpoint> = (input: Input<E>) => Reply<E> | Response | Promise<Reply<E> | Response>

/**
 * Handler of an endpoint: a reply of its type, or a function of the input that returns a reply or a `Response` such as `failure(…)`. With `once`,
 * later requests go to the handler added before.
 */
export const reply = <E extends Endpoint>(endpoint: E, responder: Reply<E> | Responder<E>, options: { once?: boolean } = {}) =>
  methods[endpoint.method](
    endpoint.path,
    async ({ request, params }) => {
      const input = (await inputOf(request, params)) as Input<E>
      sentRequests.push({ method: endpoint.method, path: endpoint.path, input })
      const body = typeof responder === 'function' ? await (responder as Responder<E>)(input) : responder
      return body instanceof Response ? body : HttpResponse.json(body, { status: 200 })
    },
    options,
  )

/**
 * Answers every GET of `/api/<name>` and `/api/shop/<name>` with an empty page, so that a new card on a page needs no handler in the tests of the page.
 * Handlers before it in the same `network.use(…)`, and handlers of later calls, take precedence.
 */
export const emptyLists = http.get(/\/api\/(shop\/)?[a-z_]+(\?|$)/, () => HttpResponse.json(paged([])))

/** Error response in the form of the API. */
export const failure = (status: number, code: ErrorCode, error: string, fields?: Record<string, string[]>) =>
  HttpResponse.json({ error, code, ...(fields && { fields }) }, { status })

/** Intercepts the requests of a test file. A test adds handlers with `network.use(...)`; they are removed after the test. */
export const network = setupServer(
  reply(addClientError, null),
  // every page of a patient sends it for staff
  reply(reportRecordPresence, { items: [] }),
)

const unhandled: string[] = []
/** Paths of the requests without a response, by request id. */
const pending = new Map<string, string>()
const pathOf = (request: Request) => `${request.method} ${new URL(request.url).pathname}`
network.events.on('request:start', ({ request, requestId }) => void pending.set(requestId, pathOf(request)))
network.events.on('request:unhandled', ({ request, requestId }) => {
  pending.delete(requestId)
  unhandled.push(pathOf(request))
})
network.events.on('request:end', ({ requestId }) => void pending.delete(requestId))

/** Throws if a request had no handler, naming its method and path. */
export const rejectUnhandled = () => {
  const missing = unhandled.splice(0)
  if (missing.length) throw new Error(`requests without a handler: ${missing.join(', ')}`)
}

/** Waits until every request has its response; for assertions that something was not sent or not shown. */
export const settled = () => waitFor(() => expect([...pending.values()]).toEqual([]))

/**
 * Test setup: Japanese, `network` intercepts all requests, and `Date` is fixed at `now`. A request without a handler fails the test with its method and
 * path. Form drafts, toasts and the session storage are empty in each test.
 * Timers are real: tests wait for states with `findBy…`.
 */
export const setUpNetwork = ({ now = '2026-11-21T00:00:00Z' } = {}) => {
  beforeAll(async () => {
    network.listen({ onUnhandledFrame: 'error' })
    addAllPhrases()
  })
  beforeEach(() => {
    vi.setSystemTime(new Date(now))
  })
  afterEach(async () => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    // a late request, such as the refetch after a change, must not reach the handlers of the next test
    const unanswered = await settled().then(
      () => undefined,
      (error: unknown) => error,
    )
    pending.clear()
    network.resetHandlers()
    sentRequests.length = 0
    clearCallState()
    removeOtherUsersDrafts(undefined)
    sessionStorage.clear()
    for (const { id } of toasts.read()) dismissToast(id)
    rejectUnhandled()
    if (unanswered) throw unanswered
  })
  afterAll(() => network.close())
}
