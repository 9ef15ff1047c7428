import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { processImage } from './re-encode.ts'

test('an image that cannot be written because the disk is full is not called damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-re-encode-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'image.png')
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toFile(path)
  const process = () => processImage({ path, content_type: 'image/png', isStill: true }, folder, {})
  expect(await process()).toMatchObject({ width: 8, height: 8 })
  rmSync(join(folder, 'original'))
  symlinkSync('/dev/full', join(folder, 'original'))
  await expect(process()).rejects.toMatchObject({ code: 'disk_full' })
})
