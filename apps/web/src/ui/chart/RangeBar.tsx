import { Mark, type Status, toneOf } from '../status/marks.tsx'
import type { Band } from './plot.ts'
import { rangeBarPlot } from './plot.ts'

type Props = {
  value: number | undefined
  status?: Status | null
  band: Band
  low: number
  high: number
  label: string
  width?: number
  /** The previous value, drawn as a tick. */
  previous?: number | undefined
}

export function RangeBar({ value, status, band, low, high, label, width = 200, previous }: Props) {
  const positions = rangeBarPlot(value, band, low, high, width, previous)
  return (
    <svg width={width} height={22} viewBox={`0 0 ${width} 22`} role="img" aria-label={label} data-drawn>
      <rect x={2} y={9} width={width - 4} height={4} rx={2} fill="var(--bg-skeleton)" />
      {positions.band ? (
        <rect x={positions.band.from} y={7} width={positions.band.width} height={8} rx={2} fill="var(--band)" stroke="var(--band-edge)" />
      ) : null}
      {positions.previous === undefined ? null : <rect x={positions.previous - 1} y={4} width={2} height={14} fill="var(--fg-2)" />}
      {positions.mark === undefined ? null : <Mark tone={toneOf(status)} x={positions.mark} y={11} scale={1.15} outline />}
    </svg>
  )
}
