/** `x` and `y`: offset of the picture's centre from the square's centre; the square's side is 1. At zoom 1 the picture's short side fills the square. */
export type Crop = { zoom: number; x: number; y: number }
type Size = { width: number; height: number }

export const initialCrop: Crop = { zoom: 1, x: 0, y: 0 }
export const maxZoom = 5
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** Width and height of the picture as shown; the side of the square is 1. */
const shownSize = ({ width, height }: Size, zoom: number) => {
  const short = Math.min(width, height)
  return { width: (width / short) * zoom, height: (height / short) * zoom }
}

/** Limits the offset, so that the picture always covers the square. */
const clampCrop = ({ zoom, x, y }: Crop, picture: Size): Crop => {
  const shown = shownSize(picture, zoom)
  return { zoom, x: clamp(x, (shown.width - 1) / 2), y: clamp(y, (shown.height - 1) / 2) }
}

export const panCrop = (crop: Crop, x: number, y: number, picture: Size): Crop => clampCrop({ ...crop, x: crop.x + x, y: crop.y + y }, picture)

/** Zooms and keeps the given point, relative to the centre of the square, in place as far as the picture then still covers the square. */
export const zoomCrop = (crop: Crop, zoom: number, picture: Size, point = { x: 0, y: 0 }): Crop => {
  const next = Math.max(1, Math.min(maxZoom, zoom))
  const ratio = next / crop.zoom
  return clampCrop({ zoom: next, x: point.x - (point.x - crop.x) * ratio, y: point.y - (point.y - crop.y) * ratio }, picture)
}

const step = 0.05
const zoomStep = 1.15
/** Crop after a key press; undefined if the key has no function. */
export const cropAfterKey = (crop: Crop, key: string, picture: Size): Crop | undefined => {
  if (key === '+' || key === '=' || key === ';') return zoomCrop(crop, crop.zoom * zoomStep, picture)
  if (key === '-' || key === '_') return zoomCrop(crop, crop.zoom / zoomStep, picture)
  if (key === '0') return initialCrop
  if (key === 'ArrowLeft') return panCrop(crop, step, 0, picture)
  if (key === 'ArrowRight') return panCrop(crop, -step, 0, picture)
  if (key === 'ArrowUp') return panCrop(crop, 0, step, picture)
  if (key === 'ArrowDown') return panCrop(crop, 0, -step, picture)
  return undefined
}

/** The square of the picture that is shown, in pixels of the picture. */
export const sourceOf = ({ zoom, x, y }: Crop, { width, height }: Size) => {
  const side = Math.min(width, height) / zoom
  return { left: width / 2 - (x + 0.5) * side, top: height / 2 - (y + 0.5) * side, side }
}
