export type Random = {
  /** From 0 up to but not including 1. */
  next: () => number
  /** A whole number, both ends included. */
  between: (least: number, max: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (share: number) => boolean
  /** Around 0 with a deviation of 1, never beyond ±3. */
  normal: () => number
}

const seedOf = (text: string) => {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return hash
}

/** Mulberry32. Each subject of each person has its own, so that a change to one leaves all others as they were. */
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
