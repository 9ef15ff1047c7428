import type { FileHandle } from 'node:fs/promises'

/** A byte range from `at` (inclusive) to `end` (exclusive). */
export type Span = { at: number; end: number }

/** Reads up to `length` bytes; fewer at the end of the file. */
export const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

const zeros = Buffer.alloc(65_536)

/** Overwrites a range with zeros, so that the data is gone and all offsets stay valid. */
export const zeroFill = async (file: FileHandle, { at, end }: Span) => {
  for (let position = at; position < end; position += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, end - position), position)
}
