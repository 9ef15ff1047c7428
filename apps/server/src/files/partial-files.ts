import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of stored files in DATA_DIR. */
export const filesFolder = (data_dir: string) => join(data_dir, 'files')
/** Files that are being written into the store. */
export const partialFolderOf = (data_dir: string) => join(filesFolder(data_dir), '.half')
/** Uploads that are being received and encoded, a folder per call. */
export const uploadsFolder = (data_dir: string) => join(data_dir, 'uploads')

/** From this age on, nobody is writing the file: a call ends after 15 minutes. */
const maxAgeMs = 2 * 3_600_000

/** Deletes what calls left in DATA_DIR that a crash or a forced stop cut off. Returns the number of deleted files and folders. */
export const removePartialFiles = async (data_dir: string, now: Date): Promise<number> => {
  let removed = 0
  for (const folder of [uploadsFolder(data_dir), partialFolderOf(data_dir)]) {
    // the folder is missing before the first upload, and an entry once its call has ended
    for (const name of await readdir(folder).catch(() => [])) {
      const info = await stat(join(folder, name)).catch(() => undefined)
      if (!info || now.getTime() - info.mtimeMs < maxAgeMs) continue
      await rm(join(folder, name), { recursive: true, force: true })
      removed += 1
    }
  }
  return removed
}
