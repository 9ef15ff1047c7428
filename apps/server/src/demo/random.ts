export type Random = {
  /** Uniform in [0, 1). */
  next: () => number
  /** Uniform integer, both bounds inclusive. */
  between: (min: number, max: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (probability: number) => boolean
  /** Approximately standard normal, limited to ±3. */
  normal: () => number
}

const seedOf = (text: string) => {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619)
  return hash
}

/** Mulberry32 with a seed per subject and person, so that a change to one subject leaves the others unchanged. */
export const randomOf = (subject: string, index: number): Random => {
  let state = seedOf(`${subject} ${index}`)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const normal = () => Math.max(-3, Math.min(3, (next() + next() + next() + next() - 2) * Math.sqrt(3)))
  return { next, between, pick: (from) => from[between(0, from.length - 1)]!, chance: (probability) => next() < probability, normal }
}
