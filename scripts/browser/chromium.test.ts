import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { findChromium } from './chromium.mjs'

const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

test('finds the headless shell before another Chromium, and CHROMIUM_PATH before both', async () => {
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.stubEnv('PATH', folder)
  for (const name of ['chromium', 'chromium-headless-shell']) {
    writeFileSync(join(folder, name), '')
    expect(await findChromium()).toBe(join(folder, name))
  }
  vi.stubEnv('CHROMIUM_PATH', '/opt/chromium')
  expect(await findChromium()).toBe('/opt/chromium')
})
