import { encode } from 'uqr'

/** A QR code as one path, with the quiet zone of four modules that readers need. Always dark on white. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect fill="white" width={size} height={size} />
      <path fill="black" d={path} />
    </svg>
  )
}
