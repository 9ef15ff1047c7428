import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import type { Files } from '../context/app-context.ts'
import { isKey, requireKey } from './file-key.ts'
import { filesFolder, partialFolderOf } from './partial-files.ts'
import { openS3Files } from './s3-files.ts'

const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The file store: the S3 bucket if configured, else a folder in DATA_DIR. */
export const openFiles = ({ data_dir, s3 }: Pick<Config, 'data_dir' | 's3'>): Files => (s3 ? openS3Files(s3) : openFolder(data_dir))

/** The file store in DATA_DIR. Throws on an invalid key before any access. */
const openFolder = (data_dir: string): Files => {
  const folder = filesFolder(data_dir)
  const partialFolder = partialFolderOf(data_dir)
  const pathOf = (key: string) => {
    requireKey(key)
    return join(folder, key)
  }

  const put = async (key: string, content: Readable) => {
    const path = pathOf(key)
    await mkdir(partialFolder, { recursive: true })
    const temporaryPath = join(partialFolder, randomBytes(12).toString('hex'))
    try {
      const output = createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(content, output)
      await rename(temporaryPath, path)
      await syncFolder(folder)
      return { size: output.bytesWritten }
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
  }

  const get: Files['get'] = async (key, part) => {
    try {
      // open the file first, so that a missing one gives undefined instead of a stream error
      const file = await open(pathOf(key), 'r')
      return createReadStream('', { fd: file, ...part })
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const remove = async (key: string) => {
    const path = pathOf(key)
    await rm(path, { force: true })
    await syncFolder(folder).catch((error) => {
      if (!isMissing(error)) throw error
    })
  }

  async function* list() {
    const names = await readdir(folder).catch((error) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const key of names) {
      const info = isKey(key) ? await stat(join(folder, key)).catch(() => undefined) : undefined
      if (info?.isFile()) yield { key, at: info.mtimeMs }
    }
  }

  return { put, get, remove, list }
}
