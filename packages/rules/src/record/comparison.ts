import type { Measurement } from '../value.ts'
import { directionOf } from './checkup.ts'

type Limits = { min: number | null; max: number | null }
/** A value with its status; `band` is the healthy band used on its day. */
export type JudgedValue = Measurement & { status: number | null; band: Limits | null }
export type Side = 'high' | 'low' | undefined

export type Change = {
  /** `changed`: a large change within the healthy band or without a status, or from one side of the band to the other. */
  kind: 'worse' | 'better' | 'changed'
  way: 'up' | 'down'
  /** Whether both statuses are known and differ. */
  has_status_changed: boolean
  from: JudgedValue & { side: Side }
  to: JudgedValue & { side: Side }
  /** Size of the change, as a share of the band's width, of the distance to its only limit or of the earlier value. */
  share: number
}

/** Min change reported for an unchanged or unknown status, as a share of the width of a healthy band with two limits. */
const shareOfBand = 0.5
/** The same for healthy values and a band with one limit, as a share of the distance to that limit. */
const shareOfDistance = 0.5
/** The same in all other cases, as a share of the earlier value. */
const shareOfValue = 0.2

// ascending severity: 0 healthy, 2 warning, 1 unhealthy
const severityOf = (status: number | null) => (status === 0 ? 0 : status === 2 ? 1 : status === 1 ? 2 : undefined)

const sideOf = (result: JudgedValue): Side => (result.band && result.status !== null ? directionOf(result, { healthy: result.band }) : undefined)

const shareOf = (from: JudgedValue, to: JudgedValue) => {
  const difference = Math.abs(to.value - from.value)
  const band = to.band ?? from.band
  if (band && band.min !== null && band.max !== null && band.max > band.min) return { share: difference / (band.max - band.min), limit: shareOfBand }
  const limitValue = band?.max ?? band?.min ?? null
  if (limitValue !== null && from.status === 0 && to.status === 0) {
    const distanceToLimit = Math.abs(limitValue - from.value)
    const isNearer = Math.abs(limitValue - to.value) < distanceToLimit
    return { share: isNearer && distanceToLimit > 0 ? difference / distanceToLimit : 0, limit: shareOfDistance }
  }
  return { share: from.value === 0 ? (difference === 0 ? 0 : 1) : difference / Math.abs(from.value), limit: shareOfValue }
}

/** Distance of a value from its band; 0 within the band, and for a value without a band. */
const distance = ({ value, band }: JudgedValue) => (band ? Math.max(0, (band.min ?? value) - value, value - (band.max ?? value)) : 0)

/** The change between two values of a category, if it is worth reporting; else undefined. */
export const changeOf = (from: JudgedValue, to: JudgedValue): Change | undefined => {
  if (from.value === to.value && (from.comparator ?? null) === (to.comparator ?? null) && from.status === to.status) return undefined
  const [before, after] = [severityOf(from.status), severityOf(to.status)]
  const { share, limit } = shareOf(from, to)
  const change = {
    way: to.value >= from.value ? ('up' as const) : ('down' as const),
    from: { ...from, side: sideOf(from) },
    to: { ...to, side: sideOf(to) },
    share,
  }
  const isRestated = before !== undefined && after !== undefined && before !== after
  if (isRestated) return { ...change, kind: after > before ? 'worse' : 'better', has_status_changed: true }
  // from one side of the band to the other
  const hasCrossed = before !== undefined && before > 0 && change.from.side !== change.to.side && change.from.side !== undefined && change.to.side !== undefined
  if (hasCrossed) return { ...change, kind: 'changed', has_status_changed: false }
  if (share < limit) return undefined
  if (before === undefined || after === undefined || after === 0) return { ...change, kind: 'changed', has_status_changed: false }
  return { ...change, kind: distance(to) > distance(from) ? 'worse' : 'better', has_status_changed: false }
}

const order = { worse: 0, better: 1, changed: 2 }

/** Sort order: worse (most severe first), better, changed; then changes of status first; then larger changes first. */
export const byImportance = (a: Change, b: Change): number =>
  order[a.kind] - order[b.kind] ||
  (a.kind === 'worse' ? (severityOf(b.to.status) ?? 0) - (severityOf(a.to.status) ?? 0) : 0) ||
  Number(b.has_status_changed) - Number(a.has_status_changed) ||
  b.share - a.share
