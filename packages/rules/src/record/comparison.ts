import { directionOf } from './checkup.ts'

type Limits = { min: number | null; max: number | null }
/** One value as it was judged on its day; `band` is the healthy band of that day. */
export type Judged = { value: number; status: number | null; band: Limits | null }
export type Side = 'high' | 'low' | undefined

export type Change = {
  /** `changed` is neither: the value moved far and is judged as before, or is not judged. */
  kind: 'worse' | 'better' | 'changed'
  way: 'up' | 'down'
  /** Whether the judgement itself is another one. */
  is_restated: boolean
  from: Judged & { side: Side }
  to: Judged & { side: Side }
  /** Of the width of the band, or of the value where the band has no two ends. */
  share: number
}

/** A value that is judged as before is worth a sentence once it moved by this share of the healthy band, */
const shareOfBand = 0.5
/** within a band of one limit once it used up this share of the room to it, */
const shareOfRoom = 0.5
/** and else by this share of itself. */
const shareOfValue = 0.2

// 0 healthy, 2 warning, 1 unhealthy
const badness = (status: number | null) => (status === 0 ? 0 : status === 2 ? 1 : status === 1 ? 2 : undefined)

const sideOf = ({ value, status, band }: Judged): Side => (band && status !== null ? directionOf(value, { healthy: band }) : undefined)

const shareOf = (from: Judged, to: Judged) => {
  const moved = Math.abs(to.value - from.value)
  const band = to.band ?? from.band
  if (band && band.min !== null && band.max !== null && band.max > band.min) return { share: moved / (band.max - band.min), limit: shareOfBand }
  const end = band?.max ?? band?.min ?? null
  if (end !== null && from.status === 0 && to.status === 0) {
    const room = Math.abs(end - from.value)
    const isNearer = Math.abs(end - to.value) < room
    return { share: isNearer && room > 0 ? moved / room : 0, limit: shareOfRoom }
  }
  return { share: from.value === 0 ? (moved === 0 ? 0 : 1) : moved / Math.abs(from.value), limit: shareOfValue }
}

/** How far a value lies out of its own band. */
const distance = ({ value, band }: Judged) => (band ? Math.max(0, (band.min ?? value) - value, value - (band.max ?? value)) : 0)

/** What is worth a sentence between two values of one item; undefined for what is not. */
export const changeOf = (from: Judged, to: Judged): Change | undefined => {
  if (from.value === to.value && from.status === to.status) return undefined
  const [before, after] = [badness(from.status), badness(to.status)]
  const { share, limit } = shareOf(from, to)
  const change = {
    way: to.value >= from.value ? ('up' as const) : ('down' as const),
    from: { ...from, side: sideOf(from) },
    to: { ...to, side: sideOf(to) },
    share,
  }
  const isRestated = before !== undefined && after !== undefined && before !== after
  if (isRestated) return { ...change, kind: after > before ? 'worse' : 'better', is_restated: true }
  // out on one side and now on the other
  const crossed = before !== undefined && before > 0 && change.from.side !== change.to.side && change.from.side !== undefined && change.to.side !== undefined
  if (crossed) return { ...change, kind: 'changed', is_restated: false }
  if (share < limit) return undefined
  if (before === undefined || after === undefined || after === 0) return { ...change, kind: 'changed', is_restated: false }
  return { ...change, kind: distance(to) > distance(from) ? 'worse' : 'better', is_restated: false }
}

const order = { worse: 0, better: 1, changed: 2 }

/** Worse first and among them the worst, then what became better, then what only moved; the larger change before the smaller. */
export const byNotice = (a: Change, b: Change): number =>
  order[a.kind] - order[b.kind] ||
  (a.kind === 'worse' ? (badness(b.to.status) ?? 0) - (badness(a.to.status) ?? 0) : 0) ||
  Number(b.is_restated) - Number(a.is_restated) ||
  b.share - a.share
