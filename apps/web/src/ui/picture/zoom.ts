/** Zoom state: scale, and offset from the centre in screen pixels. */
export type View = { scale: number; x: number; y: number }
type Frame = { width: number; height: number }

export const initialView: View = { scale: 1, x: 0, y: 0 }
const maxScale = 8
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** Clamps the scale, and the offset to the edges of the frame; at scale 1 the image is centred. */
export const clampView = ({ scale, x, y }: View, { width, height }: Frame): View => {
  const next = Math.max(1, Math.min(maxScale, scale))
  return { scale: next, x: clamp(x, ((next - 1) * width) / 2), y: clamp(y, ((next - 1) * height) / 2) }
}

/** Zooms by a factor and keeps the given point, relative to the centre, in place as far as the edges allow. */
export const zoomView = (view: View, factor: number, frame: Frame, point = { x: 0, y: 0 }): View => {
  const scale = Math.max(1, Math.min(maxScale, view.scale * factor))
  const ratio = scale / view.scale
  return clampView({ scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, frame)
}

export const panView = (view: View, x: number, y: number, frame: Frame): View => clampView({ ...view, x: view.x + x, y: view.y + y }, frame)

const step = 60
/** View after a key press; undefined if the key does nothing. */
export const viewAfterKey = (view: View, key: string, frame: Frame): View | undefined => {
  if (key === '+' || key === '=' || key === ';') return zoomView(view, 1.25, frame)
  if (key === '-' || key === '_') return zoomView(view, 0.8, frame)
  if (key === '0') return initialView
  if (view.scale === 1) return undefined
  if (key === 'ArrowLeft') return panView(view, step, 0, frame)
  if (key === 'ArrowRight') return panView(view, -step, 0, frame)
  if (key === 'ArrowUp') return panView(view, 0, step, frame)
  if (key === 'ArrowDown') return panView(view, 0, -step, frame)
  return undefined
}
