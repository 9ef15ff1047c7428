import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeS3 } from '../../test/s3.ts'
import { SettingError } from '../config/config.ts'
import type { Files } from '../context/app-context.ts'
import { ApiError } from '../errors/api-error.ts'
import { openFiles } from './files.ts'
import { checkS3 } from './s3-files.ts'

let data_dir: string
let s3: Awaited<ReturnType<typeof openFakeS3>>
beforeAll(async () => {
  s3 = await openFakeS3()
})
afterAll(() => s3.close())
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'files-'))
  s3.objects.clear()
})
afterEach(() => rmSync(data_dir, { recursive: true }))

const listAll = async (rows: ReturnType<Files['list']>) => {
  const files: { key: string; at: number }[] = []
  for await (const row of rows) files.push(row)
  return files
}
const openInFolder = () => openFiles({ data_dir, s3: undefined })
const openInBucket = () => openFiles({ data_dir, s3: s3.settings })

describe.each([
  { name: 'in a folder', open: openInFolder, partialFiles: () => readdirSync(join(data_dir, 'files', '.half')) },
  { name: 'in a bucket', open: openInBucket, partialFiles: () => [...s3.multipartUploads.keys()] },
])('$name', ({ open, partialFiles }) => {
  let files: Files
  beforeEach(() => {
    files = open()
  })
  const read = async (key: string, part?: { start: number; end: number }) => {
    const content = await files.get(key, part)
    return content && (await buffer(content))
  }

  test('returns a stored file byte for byte, whole or a part of it, also after a restart', async () => {
    // larger than two parts of a multipart upload
    const photo = Buffer.from(Array.from({ length: 11_000_000 }, (_, i) => (i * 31) % 256))
    expect(await files.put('photo_1', Readable.from([photo.subarray(0, 100_000), photo.subarray(100_000)]))).toEqual({ size: photo.length })
    await files.put('empty', Readable.from([]))
    files = open()
    expect((await read('photo_1'))?.equals(photo)).toBe(true)
    expect((await read('photo_1', { start: 5_242_879, end: 5_242_889 }))?.equals(photo.subarray(5_242_879, 5_242_890))).toBe(true)
    expect([(await read('empty'))?.length, await read('photo_2'), partialFiles()]).toEqual([0, undefined, []])
  })

  test('removes a file; removing it again is no error', async () => {
    await files.put('a', Readable.from(['x']))
    await files.remove('a')
    await files.remove('a')
    expect(await files.get('a')).toBeUndefined()
  })

  test('an interrupted upload keeps the earlier file and leaves no partial file', async () => {
    await files.put('a', Readable.from(['whole']))
    for (const partial of ['half', Buffer.alloc(6_000_000)]) {
      const broken = Readable.from(
        (async function* () {
          yield partial
          throw new Error('the phone lost its network')
        })(),
      )
      await expect(files.put('a', broken)).rejects.toThrow('lost')
    }
    expect(String(await read('a'))).toBe('whole')
    expect(partialFiles()).toEqual([])
  })

  test('lists every file with its modification time', async () => {
    const startedAt = Date.now() - 2_000
    for (const key of ['a', 'b-large', 'c', 'd', 'e']) await files.put(key, Readable.from([key]))
    const listedFiles = await listAll(files.list())
    expect(listedFiles.map(({ key }) => key).sort()).toEqual(['a', 'b-large', 'c', 'd', 'e'])
    expect(listedFiles.every(({ at }) => at > startedAt && at < Date.now() + 2_000)).toBe(true)
  })

  test.each(['../secret', '..', '.', '', '.half', 'a/b', 'a\\b', 'A', 'a\0', '%2e%2e', 'あ', 'a'.repeat(201)])('rejects the key %j', async (key) => {
    writeFileSync(join(data_dir, 'secret'), 'kept')
    s3.requests.length = 0
    await expect(files.get(key)).rejects.toThrow('not a key')
    await expect(files.remove(key)).rejects.toThrow('not a key')
    await expect(files.put(key, Readable.from(['x']))).rejects.toThrow('not a key')
    expect([readdirSync(data_dir), s3.requests]).toEqual([['secret'], []])
  })
})

test('the list is empty while the folder does not exist, and then has the stored file with its modification time', async () => {
  expect(await listAll(openInFolder().list())).toEqual([])
  await openInFolder().put('a', Readable.from(['x']))
  utimesSync(join(data_dir, 'files', 'a'), 1, 1)
  expect(await listAll(openInFolder().list())).toEqual([{ key: 'a', at: 1_000 }])
})

test('retries if the bucket fails, throws `unavailable` if it still fails, and reports a rejection without the credentials', async () => {
  const files = openInBucket()
  s3.break(1)
  await files.put('a', Readable.from(['x']))
  expect(s3.objects.has('a')).toBe(true)
  s3.break(20)
  const missing = await files.get('a').catch((error) => error)
  s3.break(0)
  expect([missing instanceof ApiError, missing.code]).toEqual([true, 'unavailable'])
  const wrongSettings = { ...s3.settings, secret_access_key: 'another-secret' }
  const result = await openFiles({ data_dir, s3: wrongSettings })
    .put('b', Readable.from(['x']))
    .catch((error) => error)
  expect(result.message).toBe('the file store returned 403 SignatureDoesNotMatch')
  expect(JSON.stringify([result, Object.entries(result), result.stack])).not.toMatch(/another-secret|AKIATEST|Signature=/)
  expect(s3.objects.has('b')).toBe(false)
})

test('checkS3 throws a SettingError of one line without the credentials if the bucket cannot be used', async () => {
  await checkS3(s3.settings)
  for (const [changed, why] of [
    [{ secret_access_key: 'another-secret' }, /^S3_BUCKET cannot be used at S3_ENDPOINT \(403 SignatureDoesNotMatch\)/],
    [{ bucket: 'elsewhere' }, /404 NoSuchBucket/],
    [{ endpoint: 'http://127.0.0.1:9' }, /ECONNREFUSED/],
  ] as const) {
    const error = await checkS3({ ...s3.settings, ...changed }).catch((cause) => cause)
    expect(error).toBeInstanceOf(SettingError)
    expect(error.message).toMatch(why)
    expect(error.message).not.toMatch(/another-secret|AKIATEST|\n/)
  }
})
