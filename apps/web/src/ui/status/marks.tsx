export type Status = 0 | 1 | 2 | undefined
export type Tone = 'healthy' | 'warning' | 'danger' | 'unknown'
export type Direction = 'high' | 'low'

/** In the API, status 1 is worse than 2. */
export const toneOf = (status: Status | null): Tone => (status === 0 ? 'healthy' : status === 1 ? 'danger' : status === 2 ? 'warning' : 'unknown')

/** The four health marks, centred on a point so that charts can use them; the shape carries the meaning without colour. */
export function Mark({ tone, x = 6, y = 6, scale = 1, outline = false }: { tone: Tone; x?: number; y?: number; scale?: number; outline?: boolean }) {
  const rim = outline ? { stroke: 'var(--bg-surface)', strokeWidth: 2.5 / scale, paintOrder: 'stroke', strokeLinejoin: 'round' as const } : {}
  const place = `translate(${x} ${y}) scale(${scale})`
  const fill = `var(--${tone}-mark)`
  if (tone === 'healthy') return <circle r={4.2} transform={place} fill={fill} {...rim} />
  if (tone === 'unknown') return <circle r={3.7} transform={place} fill="var(--bg-surface)" stroke={fill} strokeWidth={1.8} />
  if (tone === 'danger') return <path d="M0-5.6 5.6 0 0 5.6-5.6 0Z" transform={place} fill={fill} {...rim} />
  const edge = outline ? rim : { stroke: fill, strokeWidth: 0.8, strokeLinejoin: 'round' as const }
  return <path d="M0-5 5.2 4.4H-5.2Z" transform={place} fill={fill} {...edge} />
}

export function MarkIcon({ tone, size = 11 }: { tone: Tone; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" data-drawn>
      <Mark tone={tone} />
    </svg>
  )
}
