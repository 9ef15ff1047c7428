/** Answers kept in memory with their ETag, so that a polled call costs a 304. Patient data is `no-store`, so the browser keeps none of it. */
const max = 200
type Kept = { etag: string; body: unknown }
let answers = new Map<string, Kept>()
let era = 0

/** Changes with every `forgetAnswers`: an answer asked for before is not kept after. */
export const currentEra = () => era
export const cachedResponse = (key: string): Kept | undefined => answers.get(key)
export const cacheResponse = (key: string, kept: Kept, askedInEra: number) => {
  if (askedInEra !== era) return
  answers.delete(key)
  answers.set(key, kept)
  const oldest = answers.keys().next().value
  if (answers.size > max && oldest !== undefined) answers.delete(oldest)
}

/** The keys of POSTs whose fate nobody knows: the answer is out or was lost, the effect perhaps not. */
let unsettled = new Map<string, string>()
/** Pressed twice, or again after the network failed, the same call is still that one. */
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
