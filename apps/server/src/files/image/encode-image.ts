import { apiError } from '../../errors/api-error.ts'
import { openWorkProcess, WorkError } from '../../processes/work-process.ts'
import type { ImageWork } from './image-process.ts'
import type { ProcessedImage } from './variants.ts'

/** The slowest image within the limit of pixels takes a few seconds on a busy machine. */
const limits = { maxMs: 60_000, maxMemory: 512 * 1024 * 1024 }

const encode = openWorkProcess<ImageWork, ProcessedImage>({ entry: 'files/image/image-process.ts', heapMegabytes: 64, count: 2 })

/** Re-encodes an image in a child process, see `re-encode.ts`. Throws as `processImage`; `unavailable` if the service stops. */
export const encodeImage = async (work: ImageWork): Promise<ProcessedImage> => {
  try {
    return await encode(work, limits)
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    if (error.reason === 'stopped') throw apiError('unavailable', { retry_after: 5 })
    throw apiError(error.reason === 'memory' ? 'image_too_detailed' : 'file_unreadable')
  }
}
