import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { apiError } from '../../errors/api-error.ts'
import { skipMetadata } from './png-metadata.ts'
import type { ProcessedImage, Variant } from './variants.ts'

sharp.cache(false)
// one thread per image: two images at a time would otherwise take every core
sharp.concurrency(1)
// allow only these decoders, whatever the file's type claims
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif', 'VipsForeignLoadTiff'],
})

const maxPixels = 40_000_000
const seconds = 10

export type SourceImage = { path: string; content_type: string; isStill: boolean }

const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true } as const

const readDimensions = async (path: string) => {
  try {
    // read the header without a limit, so that a too large image is distinguished from a damaged one
    const {
      width,
      height,
      hasAlpha,
      pages = 1,
    } = await sharp(path, { ...options, limitInputPixels: false })
      .timeout({ seconds })
      .metadata()
    return { width, height, hasAlpha, pages }
  } catch {
    throw apiError('file_unreadable')
  }
}

/** Whether the second page of a TIFF is a smaller copy of the first, as in a pyramid or with a thumbnail. Its size is at most half, its proportion the same. */
const hasSmallerCopy = async (path: string, { width, height }: { width: number; height: number }) => {
  const second = await sharp(path, { ...options, page: 1, limitInputPixels: false })
    .timeout({ seconds })
    .metadata()
    .catch(() => undefined)
  const [across, down] = [(second?.width ?? width) / width, (second?.height ?? height) / height]
  // the size of a small copy is rounded to whole pixels
  const tolerance = 1 / Math.min(width, height)
  return across <= 0.5 + tolerance && Math.abs(across - down) <= tolerance
}

/** Checks an image and runs `encode`. Throws `file_unreadable`, `image_too_detailed`, `image_has_pages` or `disk_full`. */
const withImage = async <T>({ path, content_type, isStill }: SourceImage, encode: (hasAlpha: boolean) => Promise<T>): Promise<T> => {
  if (content_type === 'image/png') await skipMetadata(path)
  const { hasAlpha, pages, ...size } = await readDimensions(path)
  const pixels = size.width * size.height
  if (!pixels) throw apiError('file_unreadable')
  if (pixels > maxPixels) throw apiError('image_too_detailed')
  // only the first page is stored: the pages of a TIFF are a document, the frames of other formats an animation
  const isTiff = content_type === 'image/tiff'
  if (pages > 1 && (isTiff ? !(await hasSmallerCopy(path, size)) : isStill)) throw apiError('image_has_pages')
  return encode(hasAlpha).catch((error: Error) => {
    // libvips gives no error code
    throw apiError(/no space left on device/i.test(error.message) ? 'disk_full' : 'file_unreadable')
  })
}

/** An upright image in sRGB without metadata, first frame only. */
const uprightImage = (path: string) => sharp(path, options).autoOrient().toColourspace('srgb').timeout({ seconds })

/** Re-encodes an image as a square of `side` pixels around its centre. */
export const processSquare = (image: SourceImage, folder: string, side: number): Promise<ProcessedImage> =>
  withImage(image, async () => {
    const outputPath = join(folder, 'original')
    const { width, height, size } = await uprightImage(image.path).resize(side, side, { fit: 'cover' }).webp({ quality: 86, effort: 3 }).toFile(outputPath)
    return { path: outputPath, content_type: 'image/webp', width, height, size, variants: {} }
  })

/**
 * Re-encodes an image (upright, sRGB, first frame only, without metadata) and makes its smaller variants.
 * Writes the files to `folder`. Throws `file_unreadable`, `image_too_detailed`, `image_has_pages` or `disk_full`.
 */
export const processImage = (image: SourceImage, folder: string, sizes: Partial<Record<Variant, number>>): Promise<ProcessedImage> =>
  withImage(image, async (hasAlpha) => {
    const { path, content_type } = image
    const isPhoto = content_type === 'image/jpeg' || (content_type === 'image/avif' && !hasAlpha)
    const originalPath = join(folder, 'original')
    const upright = uprightImage(path)
    // other formats, and AVIF with transparency, are stored lossless
    const { width, height, size } = await (isPhoto
      ? upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
      : upright.webp({ lossless: true, effort: 2 })
    ).toFile(originalPath)
    const variants: ProcessedImage['variants'] = {}
    let source = originalPath
    for (const [name, max] of Object.entries(sizes) as [Variant, number][]) {
      const outputPath = join(folder, name)
      await resizedVariant(sharp(source, options), max).toFile(outputPath)
      variants[name] = { path: outputPath, size: (await stat(outputPath)).size }
      source = outputPath
    }
    return { path: originalPath, content_type: isPhoto ? 'image/jpeg' : 'image/webp', width, height, size, variants }
  })

const resizedVariant = (picture: Sharp, max: number) =>
  picture.resize(max, max, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82, effort: 3 }).timeout({ seconds })
