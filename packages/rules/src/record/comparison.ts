import { directionOf } from './checkup.ts'

type Limits = { min: number | null; max: number | null }
/** A value with its status; `band` is the healthy band used on its day. */
export type Judged = { value: number; status: number | null; band: Limits | null }
export type Side = 'high' | 'low' | undefined

export type Change = {
  /** `changed`: a large change with the same status, or without a status. */
  kind: 'worse' | 'better' | 'changed'
  way: 'up' | 'down'
  /** Whether the status changed. */
  is_restated: boolean
  from: Judged & { side: Side }
  to: Judged & { side: Side }
  /** Share of the band's width, or of the value if the band lacks a limit. */
  share: number
}

/** Min change reported for an unchanged status: as a share of the healthy band's width, */
const shareOfBand = 0.5
/** for a band with one limit, as a share of the distance to the limit, */
const shareOfRoom = 0.5
/** otherwise as a share of the value. */
const shareOfValue = 0.2

// ascending severity: 0 healthy, 2 warning, 1 unhealthy
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

/** Distance of a value from its band; 0 within. */
const distance = ({ value, band }: Judged) => (band ? Math.max(0, (band.min ?? value) - value, value - (band.max ?? value)) : 0)

/** The change between two values of a category worth reporting, else undefined. */
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
  // from one side of the band to the other
  const crossed = before !== undefined && before > 0 && change.from.side !== change.to.side && change.from.side !== undefined && change.to.side !== undefined
  if (crossed) return { ...change, kind: 'changed', is_restated: false }
  if (share < limit) return undefined
  if (before === undefined || after === undefined || after === 0) return { ...change, kind: 'changed', is_restated: false }
  return { ...change, kind: distance(to) > distance(from) ? 'worse' : 'better', is_restated: false }
}

const order = { worse: 0, better: 1, changed: 2 }

/** Sort order: worse (most severe first), better, changed; then larger changes first. */
export const byNotice = (a: Change, b: Change): number =>
  order[a.kind] - order[b.kind] ||
  (a.kind === 'worse' ? (badness(b.to.status) ?? 0) - (badness(a.to.status) ?? 0) : 0) ||
  Number(b.is_restated) - Number(a.is_restated) ||
  b.share - a.share
