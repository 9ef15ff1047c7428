import { serveWork } from '../../processes/serve-work.ts'
import { processImage, processSquare } from './re-encode.ts'
import type { Variant } from './variants.ts'

/** `side`: crops to a square of this many pixels; otherwise the image keeps its shape and gets the variants of `sizes`. */
export type ImageWork = { path: string; content_type: string; folder: string } & ({ side: number } | { sizes: Partial<Record<Variant, number>> })

serveWork((work: ImageWork) =>
  'side' in work ? processSquare(work.path, work.content_type, work.folder, work.side) : processImage(work.path, work.content_type, work.folder, work.sizes),
)
