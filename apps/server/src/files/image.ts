import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { apiError } from '../errors/api-error.ts'
import { passOverNotes } from './png-metadata.ts'

sharp.cache(false)
// the second core is the loop's
sharp.concurrency(1)
// whatever a file claims, nothing but these readers is ever asked
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif', 'VipsForeignLoadTiff'],
})

const maxPixels = 40_000_000
/** Of a picture this large the decoded rows of two would not fit. */
const largePixels = 6_000_000
const seconds = 10
export const variantSizes = { large: 1600, medium: 800, small: 240 } as const
export type Variant = keyof typeof variantSizes

/** Two pictures at a time, or one large one: the memory they take is known. */
let free = 2
const waiting: { weight: number; go: () => void }[] = []
const next = () => {
  while (waiting[0] && waiting[0].weight <= free) {
    const { weight, go } = waiting.shift()!
    free -= weight
    go()
  }
}
const taking = async <T>(weight: number, work: () => Promise<T>): Promise<T> => {
  await new Promise<void>((go) => {
    waiting.push({ weight, go })
    next()
  })
  try {
    return await work()
  } finally {
    free += weight
    next()
  }
}

const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true } as const

const measured = async (path: string) => {
  try {
    // the header alone, without a limit: what is too large is to be told from what is broken
    const { width, height, hasAlpha } = await sharp(path, { ...options, limitInputPixels: false })
      .timeout({ seconds })
      .metadata()
    return { pixels: width * height, hasAlpha }
  } catch {
    throw apiError('file_unreadable')
  }
}

export type Drawn = {
  path: string
  content_type: string
  width: number
  height: number
  size: number
  variants: Partial<Record<Variant, { path: string; size: number }>>
}

/**
 * Draws a picture anew: upright, in sRGB, its first frame, and nothing of what was written beside the pixels; and smaller ones of it.
 * The files lie in `folder`. What cannot be drawn is refused.
 */
export const drawPicture = async (
  path: string,
  content_type: string,
  folder: string,
  sizes: Partial<Record<Variant, number>> = variantSizes,
): Promise<Drawn> => {
  if (content_type === 'image/png') await passOverNotes(path)
  const { pixels, hasAlpha } = await taking(1, () => measured(path))
  if (!pixels) throw apiError('file_unreadable')
  if (pixels > maxPixels) throw apiError('image_too_detailed')
  return taking(pixels > largePixels ? 2 : 1, async () => {
    try {
      const isPhoto = content_type === 'image/jpeg' || (content_type === 'image/avif' && !hasAlpha)
      const whole = join(folder, 'original')
      const upright = sharp(path, options).autoOrient().toColourspace('srgb').timeout({ seconds })
      // what came without loss stays so
      const { width, height, size } = await (isPhoto
        ? upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
        : upright.webp({ lossless: true, effort: 2 })
      ).toFile(whole)
      const variants: Drawn['variants'] = {}
      let from = whole
      for (const [name, max] of Object.entries(sizes) as [Variant, number][]) {
        const goal = join(folder, name)
        await smaller(sharp(from, options), max).toFile(goal)
        variants[name] = { path: goal, size: (await stat(goal)).size }
        from = goal
      }
      return { path: whole, content_type: isPhoto ? 'image/jpeg' : 'image/webp', width, height, size, variants }
    } catch {
      throw apiError('file_unreadable')
    }
  })
}

const smaller = (picture: Sharp, max: number) =>
  picture.resize(max, max, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82, effort: 3 }).timeout({ seconds })
