import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { partialFolderOf, removePartialFiles, uploadsFolder } from './partial-files.ts'

test('deletes what calls left hours ago, and neither new uploads nor stored files', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'partial-'))
  onTestFinished(() => rmSync(data_dir, { recursive: true }))
  expect(await removePartialFiles(data_dir, new Date())).toBe(0)
  mkdirSync(join(uploadsFolder(data_dir), 'call-1'), { recursive: true })
  mkdirSync(partialFolderOf(data_dir), { recursive: true })
  for (const path of [join(uploadsFolder(data_dir), 'call-1', 'photo'), join(partialFolderOf(data_dir), 'part'), join(data_dir, 'files', 'stored')])
    writeFileSync(path, 'x')
  expect(await removePartialFiles(data_dir, new Date())).toBe(0)
  expect(await removePartialFiles(data_dir, new Date(Date.now() + 3 * 3_600_000))).toBe(2)
  expect([readdirSync(uploadsFolder(data_dir)), readdirSync(partialFolderOf(data_dir)), readdirSync(join(data_dir, 'files')).sort()]).toEqual([
    [],
    [],
    ['.half', 'stored'],
  ])
})
