/** Zoom state: scale, and offset from the centre in screen pixels. */
export type View = { scale: number; x: number; y: number }
type Frame = { width: number; height: number }

export const whole: View = { scale: 1, x: 0, y: 0 }
const max = 8
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** Clamps the offset to the image's edges; at scale 1 the image is centred. */
export const kept = ({ scale, x, y }: View, { width, height }: Frame): View => {
  const next = Math.max(1, Math.min(max, scale))
  return { scale: next, x: clamp(x, ((next - 1) * width) / 2), y: clamp(y, ((next - 1) * height) / 2) }
}

/** Zooms by a factor and keeps the given point, relative to the centre, in place. */
export const zoomed = (view: View, factor: number, frame: Frame, at = { x: 0, y: 0 }): View => {
  const scale = Math.max(1, Math.min(max, view.scale * factor))
  const by = scale / view.scale
  return kept({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, frame)
}

export const moved = (view: View, x: number, y: number, frame: Frame): View => kept({ ...view, x: view.x + x, y: view.y + y }, frame)

const step = 60
/** View after a key press; undefined for other keys. */
export const keyed = (view: View, key: string, frame: Frame): View | undefined => {
  if (key === '+' || key === '=' || key === ';') return zoomed(view, 1.25, frame)
  if (key === '-' || key === '_') return zoomed(view, 0.8, frame)
  if (key === '0') return whole
  if (view.scale === 1) return undefined
  if (key === 'ArrowLeft') return moved(view, step, 0, frame)
  if (key === 'ArrowRight') return moved(view, -step, 0, frame)
  if (key === 'ArrowUp') return moved(view, 0, step, frame)
  if (key === 'ArrowDown') return moved(view, 0, -step, frame)
  return undefined
}
