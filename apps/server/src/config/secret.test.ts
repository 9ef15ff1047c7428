import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecret } from './secret.ts'

let data_dir: string
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'secret-'))
})
afterEach(() => rmSync(data_dir, { recursive: true }))

test('keeps the secret over restarts, readable only by its owner', () => {
  const first = readSecret({ data_dir, secret_key: undefined })
  expect(first).toHaveLength(32)
  expect(readSecret({ data_dir, secret_key: undefined })).toEqual(first)
  expect(statSync(join(data_dir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(data_dir)).toEqual(['secret'])
})

test('two installations have different secrets', () => {
  const other = join(data_dir, 'other')
  expect(readSecret({ data_dir, secret_key: undefined })).not.toEqual(readSecret({ data_dir: other, secret_key: undefined }))
})

test('SECRET_KEY gives the same secret on every machine and creates no file', () => {
  const secret_key = 'a'.repeat(32)
  expect(readSecret({ data_dir, secret_key })).toEqual(readSecret({ data_dir: '/nowhere', secret_key }))
  expect(readSecret({ data_dir, secret_key })).not.toEqual(readSecret({ data_dir, secret_key: 'b'.repeat(32) }))
  expect(readdirSync(data_dir)).toEqual([])
})

test('throws on a damaged secret instead of replacing it, which would invalidate every signature', () => {
  writeFileSync(join(data_dir, 'secret'), 'short')
  expect(() => readSecret({ data_dir, secret_key: undefined })).toThrow(/damaged/)
})
