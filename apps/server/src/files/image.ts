import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { apiError } from '../errors/api-error.ts'
import { skipMetadata } from './png-metadata.ts'

const openSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // one thread per image: two images at a time would otherwise take every core
  sharp.concurrency(1)
  // allow only these decoders, whatever the file's type claims
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif', 'VipsForeignLoadTiff'],
  })
  return sharp
}
let opened: ReturnType<typeof openSharp> | undefined
/** Loaded with the first image: the native library needs 20 MB. */
const sharp = () => (opened ??= openSharp())

const maxPixels = 40_000_000
/** Above this size only one image is decoded at a time, to limit memory. */
const largePixels = 6_000_000
const seconds = 10
export const variantSizes = { large: 1600, medium: 800, small: 240 } as const
export type Variant = keyof typeof variantSizes

/** Semaphore: two small images or one large one at a time, so that the memory use is bounded. */
let freeSlots = 2
const waiting: { weight: number; start: () => void }[] = []
const next = () => {
  while (waiting[0] && waiting[0].weight <= freeSlots) {
    const { weight, start } = waiting.shift()!
    freeSlots -= weight
    start()
  }
}
const withSlots = async <T>(weight: number, task: () => Promise<T>): Promise<T> => {
  await new Promise<void>((start) => {
    waiting.push({ weight, start })
    next()
  })
  try {
    return await task()
  } finally {
    freeSlots += weight
    next()
  }
}

const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true } as const

const readDimensions = async (path: string) => {
  try {
    // read the header without a limit, so that a too large image is distinguished from a damaged one
    const { width, height, hasAlpha } = await (await sharp())(path, { ...options, limitInputPixels: false })
      .timeout({ seconds })
      .metadata()
    return { pixels: width * height, hasAlpha }
  } catch {
    throw apiError('file_unreadable')
  }
}

export type ProcessedImage = {
  path: string
  content_type: string
  width: number
  height: number
  size: number
  variants: Partial<Record<Variant, { path: string; size: number }>>
}

/** Checks an image and runs `encode` while no other image takes the memory. Throws `file_unreadable` or `image_too_detailed`. */
const withImage = async <T>(path: string, content_type: string, encode: (hasAlpha: boolean) => Promise<T>): Promise<T> => {
  if (content_type === 'image/png') await skipMetadata(path)
  const { pixels, hasAlpha } = await withSlots(1, () => readDimensions(path))
  if (!pixels) throw apiError('file_unreadable')
  if (pixels > maxPixels) throw apiError('image_too_detailed')
  return withSlots(pixels > largePixels ? 2 : 1, () =>
    encode(hasAlpha).catch(() => {
      throw apiError('file_unreadable')
    }),
  )
}

/** An upright image in sRGB without metadata, first frame only. */
const uprightImage = async (path: string) => (await sharp())(path, options).autoOrient().toColourspace('srgb').timeout({ seconds })

/** Re-encodes an image as a square of `side` pixels around its centre. */
export const processSquare = (path: string, content_type: string, folder: string, side: number): Promise<ProcessedImage> =>
  withImage(path, content_type, async () => {
    const goal = join(folder, 'original')
    const { width, height, size } = await (await uprightImage(path)).resize(side, side, { fit: 'cover' }).webp({ quality: 86, effort: 3 }).toFile(goal)
    return { path: goal, content_type: 'image/webp', width, height, size, variants: {} }
  })

/**
 * Re-encodes an image: upright, sRGB, first frame only, without metadata; plus the smaller variants.
 * Writes the files to `folder`. Throws `file_unreadable` or `image_too_detailed`.
 */
export const processImage = (
  path: string,
  content_type: string,
  folder: string,
  sizes: Partial<Record<Variant, number>> = variantSizes,
): Promise<ProcessedImage> =>
  withImage(path, content_type, async (hasAlpha) => {
    const isPhoto = content_type === 'image/jpeg' || (content_type === 'image/avif' && !hasAlpha)
    const originalPath = join(folder, 'original')
    const upright = await uprightImage(path)
    // PNG, WebP and GIF stay lossless
    const { width, height, size } = await (isPhoto
      ? upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
      : upright.webp({ lossless: true, effort: 2 })
    ).toFile(originalPath)
    const variants: ProcessedImage['variants'] = {}
    let source = originalPath
    for (const [name, max] of Object.entries(sizes) as [Variant, number][]) {
      const goal = join(folder, name)
      await resizedVariant((await sharp())(source, options), max).toFile(goal)
      variants[name] = { path: goal, size: (await stat(goal)).size }
      source = goal
    }
    return { path: originalPath, content_type: isPhoto ? 'image/jpeg' : 'image/webp', width, height, size, variants }
  })

const resizedVariant = (picture: Sharp, max: number) =>
  picture.resize(max, max, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82, effort: 3 }).timeout({ seconds })
