import type { TodayFinding } from '@sukoyaka/wire/boards/today'

const padding = 0.25
const openEndPadding = 0.9

/** Axis of a range bar: values and reference range with padding, more of it at an open end of the range. */
export const scaleOf = ({ value, previous_value, healthy }: Pick<TodayFinding, 'value' | 'previous_value' | 'healthy'>): { low: number; high: number } => {
  const limits = [value, previous_value, healthy?.min, healthy?.max].filter((limit) => limit !== null && limit !== undefined)
  const lowest = Math.min(...limits)
  const highest = Math.max(...limits)
  const width = highest - lowest || Math.abs(highest) || 1
  const low = lowest - width * (healthy?.min === null ? openEndPadding : padding)
  return { low: lowest >= 0 ? Math.max(0, low) : low, high: highest + width * (healthy?.max === null ? openEndPadding : padding) }
}
