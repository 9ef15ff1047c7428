import { Mark, toneOf } from '../status/marks.tsx'
import { type Band, type Point, sparklinePlot } from './plot.ts'

type Props = { points: readonly Point[]; band: Band; label: string; width?: number; height?: number }

/** The x axis is proportional to time; `label` is the text alternative. */
export function Sparkline({ points, band, label, width = 100, height = 32 }: Props) {
  const plot = sparklinePlot(points, band, width, height)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} data-drawn overflow="visible">
      {plot.band ? <rect x={0} y={plot.band.top} width={width} height={plot.band.bottom - plot.band.top} fill="var(--band)" /> : null}
      {plot.edges.map((y) => (
        <path key={y} d={`M0 ${y}H${width}`} stroke="var(--band-edge)" />
      ))}
      {plot.dots.length > 1 ? (
        <polyline
          points={plot.dots.map((dot) => `${dot.x},${dot.y}`).join(' ')}
          fill="none"
          stroke="var(--chart-line)"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ) : null}
      {plot.last ? <Mark tone={toneOf(plot.last.status)} x={plot.last.x} y={plot.last.y} scale={0.9} /> : null}
    </svg>
  )
}
