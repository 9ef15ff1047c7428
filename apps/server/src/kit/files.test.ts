import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFiles } from './files.ts'
import type { Files } from './house.ts'

let data_dir: string
let files: Files
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'files-'))
  files = openFiles(data_dir)
})
afterEach(() => rmSync(data_dir, { recursive: true }))

const read = async (key: string) => {
  const content = await files.get(key)
  return content && (await buffer(content))
}

test('what a patient uploads comes back byte for byte, also after a restart', async () => {
  const photo = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31) % 256))
  expect(await files.put('photo_1', Readable.from([photo.subarray(0, 100_000), photo.subarray(100_000)]))).toEqual({ size: photo.length })
  files = openFiles(data_dir)
  expect((await read('photo_1'))?.equals(photo)).toBe(true)
})

test('a removed file is gone, and removing it again is no error', async () => {
  await files.put('a', Readable.from(['x']))
  await files.remove('a')
  await files.remove('a')
  expect(await files.get('a')).toBeUndefined()
})

test('an upload that breaks off leaves the earlier file and no rest', async () => {
  await files.put('a', Readable.from(['whole']))
  const broken = Readable.from(
    (async function* () {
      yield 'half'
      throw new Error('the phone lost its network')
    })(),
  )
  await expect(files.put('a', broken)).rejects.toThrow('lost')
  expect(String(await read('a'))).toBe('whole')
  expect(readdirSync(join(data_dir, 'files', '.half'))).toEqual([])
})

test.each(['../secret', '..', '.', '', '.half', 'a/b', 'a\\b', 'A', 'a\0', '%2e%2e', 'あ', 'a'.repeat(201)])(
  'nobody leaves the folder with the key %j',
  async (key) => {
    writeFileSync(join(data_dir, 'secret'), 'kept')
    await expect(files.get(key)).rejects.toThrow('not a key')
    await expect(files.remove(key)).rejects.toThrow('not a key')
    await expect(files.put(key, Readable.from(['x']))).rejects.toThrow('not a key')
    expect(readFileSync(join(data_dir, 'secret'), 'utf8')).toBe('kept')
  },
)
