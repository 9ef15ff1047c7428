import { maxBytes } from '@sukoyaka/wire/endpoint'
import { type Crop, sourceOf } from './crop.ts'

const maxPixels = 40_000_000
/** Side of the uploaded square in pixels: twice that of the stored icon. */
const side = 512

export type PictureProblem = 'photoTooLarge' | 'photoTooDetailed' | 'photoUnreadable'

/** Loads the picture of a file; returns the problem if it has too many bytes or pixels or cannot be read. The caller must revoke `url`. */
export const loadPicture = async (file: File, url: string): Promise<HTMLImageElement | PictureProblem> => {
  if (file.size > maxBytes.image) return 'photoTooLarge'
  const picture = new Image()
  picture.src = url
  const isLoaded = await new Promise<boolean>((resolve) => {
    picture.onload = () => resolve(picture.naturalWidth > 0)
    picture.onerror = () => resolve(false)
  })
  if (!isLoaded) return 'photoUnreadable'
  return picture.naturalWidth * picture.naturalHeight > maxPixels ? 'photoTooDetailed' : picture
}

export const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({ width: naturalWidth, height: naturalHeight })

export const drawCrop = (canvas: HTMLCanvasElement, picture: HTMLImageElement, crop: Crop) => {
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return
  const source = sourceOf(crop, sizeOf(picture))
  context.imageSmoothingQuality = 'high'
  // a white background for transparent pictures
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(picture, source.left, source.top, source.side, source.side, 0, 0, side, side)
}

/** The content of a canvas as a file; browsers that cannot write WebP write PNG. */
export const fileOf = (canvas: HTMLCanvasElement) =>
  new Promise<File | undefined>((resolve) => {
    canvas.toBlob((blob) => resolve(blob ? new File([blob], 'icon', { type: blob.type }) : undefined), 'image/webp', 0.92)
  })
