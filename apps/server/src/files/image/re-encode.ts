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

const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true } as const

const readDimensions = async (path: string) => {
  try {
    // read the header without a limit, so that a too large image is distinguished from a damaged one
    const { width, height, hasAlpha } = await sharp(path, { ...options, limitInputPixels: false })
      .timeout({ seconds })
      .metadata()
    return { pixels: width * height, hasAlpha }
  } catch {
    throw apiError('file_unreadable')
  }
}

/** Checks an image and runs `encode`. Throws `file_unreadable` or `image_too_detailed`. */
const withImage = async <T>(path: string, content_type: string, encode: (hasAlpha: boolean) => Promise<T>): Promise<T> => {
  if (content_type === 'image/png') await skipMetadata(path)
  const { pixels, hasAlpha } = await readDimensions(path)
  if (!pixels) throw apiError('file_unreadable')
  if (pixels > maxPixels) throw apiError('image_too_detailed')
  return encode(hasAlpha).catch(() => {
    throw apiError('file_unreadable')
  })
}

/** An upright image in sRGB without metadata, first frame only. */
const uprightImage = (path: string) => sharp(path, options).autoOrient().toColourspace('srgb').timeout({ seconds })

/** Re-encodes an image as a square of `side` pixels around its centre. */
export const processSquare = (path: string, content_type: string, folder: string, side: number): Promise<ProcessedImage> =>
  withImage(path, content_type, async () => {
    const outputPath = join(folder, 'original')
    const { width, height, size } = await uprightImage(path).resize(side, side, { fit: 'cover' }).webp({ quality: 86, effort: 3 }).toFile(outputPath)
    return { path: outputPath, content_type: 'image/webp', width, height, size, variants: {} }
  })

/**
 * Re-encodes an image (upright, sRGB, first frame only, without metadata) and makes its smaller variants.
 * Writes the files to `folder`. Throws `file_unreadable` or `image_too_detailed`.
 */
export const processImage = (path: string, content_type: string, folder: string, sizes: Partial<Record<Variant, number>>): Promise<ProcessedImage> =>
  withImage(path, content_type, async (hasAlpha) => {
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
