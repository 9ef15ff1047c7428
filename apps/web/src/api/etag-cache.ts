/** In-memory responses by ETag, so that unchanged polls return 304. Patient data is `no-store`, so the browser does not cache it. */
const max = 200
type Kept = { etag: string; body: unknown }
let answers = new Map<string, Kept>()
let era = 0

/** Incremented by each clear: responses to earlier requests are not cached. */
export const currentEra = () => era
export const cachedResponse = (key: string): Kept | undefined => answers.get(key)
export const cacheResponse = (key: string, kept: Kept, askedInEra: number) => {
  if (askedInEra !== era) return
  answers.delete(key)
  answers.set(key, kept)
  const oldest = answers.keys().next().value
  if (answers.size > max && oldest !== undefined) answers.delete(oldest)
}

/** Idempotency keys of POSTs with an unknown outcome: in flight, or the response was lost. */
let unsettled = new Map<string, string>()
/** A repeated call has the same key until its outcome is known. */
export const keyOf = (call: string) => {
  const key = unsettled.get(call) ?? crypto.randomUUID()
  unsettled.set(call, key)
  return key
}
export const settle = (call: string) => unsettled.delete(call)

export const clearResponseCache = () => {
  answers = new Map()
  unsettled = new Map()
  era += 1
}
