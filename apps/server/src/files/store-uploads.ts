import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import type { FileKind } from '@sukoyaka/wire/endpoint'
import type { AppContext } from '../context/app-context.ts'
import { cleanName, withFileName } from './file-name.ts'
import { encodeImage } from './image/encode-image.ts'
import { type Variant, variantSizes } from './image/variants.ts'
import { cleanVideo } from './video.ts'

/** An uploaded file on local disk, not processed yet. */
export type ReceivedFile = {
  field: string
  name: string
  path: string
  size: number
  sha256: string
  kind: FileKind
  content_type: string
  /** The field also accepts documents: an image is stored without variants, for download like a document. */
  isAttachment?: boolean
  /** An image is cropped to a square of this many pixels and stored without variants. */
  square?: number | undefined
  /** An image with several frames is rejected. */
  isStill?: boolean | undefined
}

/** A file in the store without a row yet. */
export type Upload = {
  field: string
  key: string
  kind: FileKind
  content_type: string
  name: string
  size: number
  width: number | null
  height: number | null
  variants: Partial<Record<Variant, number>>
}

/** What storing needs of the context; seeding has no logger. */
type StoreContext = Pick<AppContext, 'files' | 'random'> & Partial<Pick<AppContext, 'log'>>

export const keyOfVariant = (key: string, variant: Variant | 'original') => (variant === 'original' ? key : `${key}-${variant}`)
export const keysOf = (key: string) => [key, ...Object.keys(variantSizes).map((variant) => keyOfVariant(key, variant as Variant))]

const storeOne = async (
  { files, random }: StoreContext,
  { field, name, path, kind, content_type, isAttachment = false, square, isStill = false }: ReceivedFile,
  key: string,
): Promise<Upload> => {
  if (kind === 'video') {
    const { width, height } = await cleanVideo(path, content_type)
    const { size } = await files.put(key, createReadStream(path))
    return { field, key, kind, content_type, name: cleanName(name, content_type), size, width: width || null, height: height || null, variants: {} }
  }
  if (kind === 'document') {
    const { size } = await files.put(key, createReadStream(path))
    return { field, key, kind, content_type, name: cleanName(name, content_type), size, width: null, height: null, variants: {} }
  }
  const folder = `${path}-${random(4).toString('hex')}`
  await mkdir(folder)
  const shape = square ? { side: square } : { sizes: isAttachment ? {} : variantSizes }
  const image = await encodeImage({ path, content_type, folder, isStill, ...shape }).catch((error) => {
    throw withFileName(error, name)
  })
  await files.put(key, createReadStream(image.path))
  const variants: Upload['variants'] = {}
  for (const [variant, output] of Object.entries(image.variants) as [Variant, { path: string; size: number }][]) {
    await files.put(keyOfVariant(key, variant), createReadStream(output.path))
    variants[variant] = output.size
  }
  const { size } = await stat(image.path)
  return {
    field,
    key,
    kind: isAttachment ? 'document' : kind,
    content_type: image.content_type,
    name: cleanName(name, image.content_type),
    size,
    width: image.width,
    height: image.height,
    variants,
  }
}

/** Re-encodes images, cleans videos, and puts the files into the store, all or none. */
export const storeUploads = async (context: StoreContext, received: ReceivedFile[]): Promise<Upload[]> => {
  const keys: string[] = []
  try {
    const stored: Upload[] = []
    for (const file of received) {
      const key = context.random(18).toString('hex')
      keys.push(key)
      stored.push(await storeOne(context, file, key))
    }
    return stored
  } catch (error) {
    await removeFiles(context, keys)
    throw error
  }
}

/** Removes files with their variants. Failures are only logged; housekeeping removes the files later. */
export const removeFiles = async ({ files, log }: Omit<StoreContext, 'random'>, keys: string[]) => {
  for (const key of keys.flatMap(keysOf)) await files.remove(key).catch((error) => log?.warn({ err: error }, 'file not removed'))
}

export const removeUploads = (context: StoreContext, uploads: Upload[]) =>
  removeFiles(
    context,
    uploads.map(({ key }) => key),
  )
