import { open } from 'node:fs/promises'
import { ApiError, apiError } from '../errors/api-error.ts'
import { cleanBoxes } from './video-boxes.ts'
import { cleanElements } from './video-elements.ts'

/** Removes metadata about place, person and device from a video, in place; returns the picture's size in pixels. */
export const cleanVideo = async (path: string, content_type: string): Promise<{ width: number; height: number }> => {
  const file = await open(path, 'r+')
  try {
    const range = { at: 0, end: (await file.stat()).size }
    return await (content_type === 'video/webm' ? cleanElements : cleanBoxes)(file, range)
  } catch (error) {
    // a table points beyond the end of its buffer
    if (error instanceof ApiError || !(error instanceof RangeError)) throw error
    throw apiError('file_unreadable')
  } finally {
    await file.close()
  }
}
