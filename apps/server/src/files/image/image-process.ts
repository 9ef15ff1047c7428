import { serveWork } from '../../processes/serve-work.ts'
import { processImage, processSquare, type SourceImage } from './re-encode.ts'
import type { Variant } from './variants.ts'

/**
 * `side`: crops to a square of this many pixels; otherwise the image keeps its shape and gets the variants of `sizes`.
 * `isStill`: an image with several frames is rejected.
 */
export type ImageWork = SourceImage & { folder: string } & ({ side: number } | { sizes: Partial<Record<Variant, number>> })

serveWork((work: ImageWork) => ('side' in work ? processSquare(work, work.folder, work.side) : processImage(work, work.folder, work.sizes)))
