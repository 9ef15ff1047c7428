/** Answers kept in memory with their ETag, so that a polled call costs a 304. Patient data is `no-store`, so the browser keeps none of it. */
const most = 200
type Kept = { etag: string; body: unknown }
let answers = new Map<string, Kept>()
let era = 0

/** Changes with every `forgetAnswers`: an answer asked for before is not kept after. */
export const currentEra = () => era
export const keptAnswer = (key: string): Kept | undefined => answers.get(key)
export const keepAnswer = (key: string, kept: Kept, askedInEra: number) => {
  if (askedInEra !== era) return
  answers.delete(key)
  answers.set(key, kept)
  const oldest = answers.keys().next().value
  if (answers.size > most && oldest !== undefined) answers.delete(oldest)
}
export const forgetAnswers = () => {
  answers = new Map()
  era += 1
}
