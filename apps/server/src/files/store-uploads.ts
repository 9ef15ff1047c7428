import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import type { FileKind } from '@sukoyaka/wire/endpoint'
import type { AppContext } from '../context/app-context.ts'
import { cleanName } from './file-name.ts'
import { drawPicture, type Variant, variantSizes } from './image.ts'
import { cleanVideo } from './video.ts'

/** An uploaded file on local disk, not processed yet. */
export type Received = { field: string; name: string; path: string; size: number; sha256: string; kind: FileKind; content_type: string; isHandedOver?: boolean }

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

/** Seeding has no logger. */
type Kept = Pick<AppContext, 'files' | 'random'> & Partial<Pick<AppContext, 'log'>>

export const keyOfVariant = (key: string, variant: Variant | 'original') => (variant === 'original' ? key : `${key}-${variant}`)
export const keysOf = (key: string) => [key, ...Object.keys(variantSizes).map((variant) => keyOfVariant(key, variant as Variant))]

const keepOne = async ({ files, random }: Kept, { field, name, path, kind, content_type, isHandedOver = false }: Received, key: string): Promise<Upload> => {
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
  const drawn = await drawPicture(path, content_type, folder, isHandedOver ? {} : variantSizes)
  await files.put(key, createReadStream(drawn.path))
  const variants: Upload['variants'] = {}
  for (const [variant, made] of Object.entries(drawn.variants) as [Variant, { path: string; size: number }][]) {
    await files.put(keyOfVariant(key, variant), createReadStream(made.path))
    variants[variant] = made.size
  }
  const { size } = await stat(drawn.path)
  return {
    field,
    key,
    // users download it like any document
    kind: isHandedOver ? 'document' : kind,
    content_type: drawn.content_type,
    name: cleanName(name, drawn.content_type),
    size,
    width: drawn.width,
    height: drawn.height,
    variants,
  }
}

/** Re-encodes or cleans the files and puts them into the store, all or none. */
export const keepUploads = async (context: Kept, received: Received[]): Promise<Upload[]> => {
  const keys: string[] = []
  try {
    const kept: Upload[] = []
    for (const file of received) {
      const key = context.random(18).toString('hex')
      keys.push(key)
      kept.push(await keepOne(context, file, key))
    }
    return kept
  } catch (error) {
    await removeFiles(context, keys)
    throw error
  }
}

/** Failures are only logged; the sweep removes the file later. */
export const removeFiles = async ({ files, log }: Omit<Kept, 'random'>, keys: string[]) => {
  for (const key of keys.flatMap(keysOf)) await files.remove(key).catch((error) => log?.warn({ err: error }, 'file not removed'))
}

export const removeUploads = (context: Kept, uploads: Upload[]) =>
  removeFiles(
    context,
    uploads.map(({ key }) => key),
  )
