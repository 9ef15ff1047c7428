import { Mark, type Status, toneOf } from '../status/marks.tsx'
import type { Band } from './plot.ts'
import { rangeBar } from './plot.ts'

type Props = { value: number; status?: Status | null; band: Band; low: number; high: number; label: string; width?: number }

export function RangeBar({ value, status, band, low, high, label, width = 200 }: Props) {
  const positions = rangeBar(value, band, low, high, width)
  return (
    <svg width={width} height={22} viewBox={`0 0 ${width} 22`} role="img" aria-label={label} data-drawn>
      <rect x={2} y={9} width={width - 4} height={4} rx={2} fill="var(--bg-skeleton)" />
      {positions.band ? (
        <rect x={positions.band.from} y={7} width={positions.band.width} height={8} rx={2} fill="var(--band)" stroke="var(--band-edge)" />
      ) : null}
      <Mark tone={toneOf(status)} x={positions.mark} y={11} scale={1.15} outline />
    </svg>
  )
}
