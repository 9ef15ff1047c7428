type Span = { min: number | null; max: number | null }
/** Positions on a bar from 0 to 1: the healthy band, the value, and the previous value. */
export type Bar = { from: number; to: number; at: number; before: number | null }

/**
 * The scale extends beyond each end of the band by at least this share of the band's width. The width of a band with one end is the absolute value of that end,
 * or 1 if it is 0.
 */
const margin = 0.7

const scaleOf = ({ min, max }: Span, values: readonly number[]): [number, number] => {
  const span = min !== null && max !== null ? max - min : Math.abs(min ?? max ?? 1) || 1
  const [low, high] = [min ?? (max ?? 0) - span, max ?? (min ?? 0) + span]
  // the scale ends at most three spans from the band: a value farther out would make the band too narrow to see
  const most = 3 * span
  const start = Math.max(Math.min(low - (min === null ? 0 : margin * span), ...values), low - most)
  const end = Math.min(Math.max(high + (max === null ? 0 : margin * span), ...values), high + most)
  return [start, end]
}

/** Undefined for a band without ends and for a band whose ends are equal. */
export const barOf = (value: number, before: number | null, band: Span): Bar | undefined => {
  if ((band.min === null && band.max === null) || band.min === band.max) return undefined
  const [start, end] = scaleOf(band, before === null ? [value] : [value, before])
  const place = (at: number) => Math.round(Math.min(1, Math.max(0, (at - start) / (end - start))) * 1000) / 1000
  return {
    from: band.min === null ? 0 : place(band.min),
    to: band.max === null ? 1 : place(band.max),
    at: place(value),
    before: before === null ? null : place(before),
  }
}
