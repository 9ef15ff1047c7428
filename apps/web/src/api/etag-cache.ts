const maxResponses = 200
type CachedResponse = { etag: string; body: unknown }
/** In-memory responses with their ETags, so that the server answers unchanged polls with 304. The browser does not cache patient data (`no-store`). */
let responses = new Map<string, CachedResponse>()
let generation = 0

/** A number that is incremented when the cache is cleared, so that responses to earlier requests are not cached. */
export const currentGeneration = () => generation
export const cachedResponse = (key: string): CachedResponse | undefined => responses.get(key)
export const cacheResponse = (key: string, response: CachedResponse, requestGeneration: number) => {
  if (requestGeneration !== generation) return
  responses.delete(key)
  responses.set(key, response)
  const oldest = responses.keys().next().value
  if (responses.size > maxResponses && oldest !== undefined) responses.delete(oldest)
}

/** Idempotency keys of POSTs with an unknown outcome. */
let pendingKeys = new Map<string, string>()
/** A repeated call has the same key until its outcome is known. */
export const idempotencyKeyOf = (call: string) => {
  const key = pendingKeys.get(call) ?? crypto.randomUUID()
  pendingKeys.set(call, key)
  return key
}
export const releaseIdempotencyKey = (call: string) => pendingKeys.delete(call)

/**
 * Id of the last event that the queries of the session are known to have: of the event stream, before it the newest one before the first queries. A read that
 * names an event (`GET users/me`) precedes them.
 */
let lastEvent: string | undefined
export const readLastEvent = () => lastEvent
export const noteFirstEvent = (id: string) => {
  lastEvent ??= id
}
export const noteLastEvent = (id: string) => {
  lastEvent = id
}

/** Clears the responses, the idempotency keys and the event. */
export const clearCallState = () => {
  lastEvent = undefined
  responses = new Map()
  pendingKeys = new Map()
  generation += 1
}
