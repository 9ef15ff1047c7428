export type Random = {
  /** Uniform in [0, 1). */
  next: () => number
  /** Uniform integer, both bounds inclusive. */
  between: (least: number, max: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (share: number) => boolean
  /** Standard normal, limited to ±3. */
  normal: () => number
}

const seedOf = (text: string) => {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return hash
}

/** Mulberry32 with a seed per subject and person, so that a change to one subject leaves the others unchanged. */
export const randomOf = (subject: string, index: number): Random => {
  let state = seedOf(`${subject} ${index}`)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, max: number) => least + Math.floor(next() * (max - least + 1))
  const normal = () => Math.max(-3, Math.min(3, (next() + next() + next() + next() - 2) * Math.sqrt(3)))
  return { next, between, pick: (from) => from[between(0, from.length - 1)]!, chance: (share) => next() < share, normal }
}
