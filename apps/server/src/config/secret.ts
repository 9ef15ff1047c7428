import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, SettingError } from './config.ts'

const length = 32

const read = (path: string): Buffer | undefined => {
  try {
    const existing = readFileSync(path)
    if (existing.length !== length) throw new SettingError(`${path} is damaged: expected ${length} bytes. Put the file back from a backup, or set SECRET_KEY.`)
    return existing
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const sync = (path: string) => {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const pathOf = (data_dir: string) => join(data_dir, 'secret')

/** The same as `readSecret`, but undefined if the file is missing. */
export const existingSecret = ({ secret_key, data_dir }: Pick<Config, 'secret_key' | 'data_dir'>): Buffer | undefined =>
  secret_key ? createHash('sha256').update(secret_key).digest() : read(pathOf(data_dir))

/** 32 secret bytes of this installation: from SECRET_KEY, else from a file in DATA_DIR, which is created if it is missing. */
export const readSecret = (config: Pick<Config, 'secret_key' | 'data_dir'>): Buffer => {
  const existing = existingSecret(config)
  if (existing) return existing
  const { data_dir } = config
  const path = pathOf(data_dir)
  mkdirSync(data_dir, { recursive: true })
  const temporaryPath = join(data_dir, `.secret-${randomBytes(8).toString('hex')}`)
  const file = openSync(temporaryPath, 'wx', 0o600)
  writeSync(file, randomBytes(length))
  fsyncSync(file)
  closeSync(file)
  try {
    // link(), unlike rename(), does not overwrite the secret that a concurrent server created first
    linkSync(temporaryPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryPath)
  }
  sync(data_dir)
  return read(path)!
}
