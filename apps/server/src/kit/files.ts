import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Files } from './house.ts'

const keyForm = /^[a-z0-9_-]{1,200}$/

const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Uploads as files in a folder of DATA_DIR. A key that is not one of ours throws before anything is touched. */
export const openFiles = (data_dir: string): Files => {
  const folder = join(data_dir, 'files')
  const half = join(folder, '.half')
  const place = (key: string) => {
    if (!keyForm.test(key)) throw new Error('not a key of a file')
    return join(folder, key)
  }

  const put = async (key: string, content: Readable) => {
    const goal = place(key)
    await mkdir(half, { recursive: true })
    const fresh = join(half, randomBytes(12).toString('hex'))
    try {
      const out = createWriteStream(fresh, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(content, out)
      await rename(fresh, goal)
      await syncFolder(folder)
      return { size: out.bytesWritten }
    } catch (error) {
      await rm(fresh, { force: true })
      throw error
    }
  }

  const get: Files['get'] = async (key, part) => {
    try {
      // opened here, so that a file that is not there is undefined and no broken stream
      const file = await open(place(key), 'r')
      return createReadStream('', { fd: file, ...part })
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const remove = async (key: string) => {
    const goal = place(key)
    await rm(goal, { force: true })
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
      const found = keyForm.test(key) ? await stat(join(folder, key)).catch(() => undefined) : undefined
      if (found?.isFile()) yield { key, at: found.mtimeMs }
    }
  }

  return { put, get, remove, list }
}
