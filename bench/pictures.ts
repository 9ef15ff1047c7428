// node_modules/.bin/node bench/pictures.ts folder [--only doctor.summary]: takes pictures of the views of browser/views.ts.
// With `--compare before after` it shows how the pictures of two folders differ.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { sizes, waitUntilQuiet } from './browser/chromium.ts'
import { comparePictures } from './browser/difference.ts'
import { quietMs, type ShownView, schemes, visitEveryView } from './browser/every-view.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const [folder, otherFolder] = positionals
if (!folder || (options.compare && !otherFolder)) {
  console.error('node bench/pictures.ts folder [--only doctor.summary], or: node_modules/.bin/node bench/pictures.ts --compare before after')
  process.exit(1)
}

const maxHeight = 8_000

/** Pixels by which the window would have to be higher to show the whole page: the document may scroll, or `main`, or a large box in it. */
const hiddenHeight = `(() => {
  const scrolls = (box) => box.clientHeight > innerHeight / 3 && /auto|scroll/.test(getComputedStyle(box).overflowY)
  const boxes = [document.scrollingElement, ...[...document.querySelectorAll('main, main *')].filter(scrolls)]
  return Math.max(0, ...boxes.map((box) => box.scrollHeight - box.clientHeight))
})()`

const showWholePage = async (page: Page, { width, height }: { width: number; height: number }) => {
  let shown = height
  // content that loads when it comes into view makes the page higher
  for (let tries = 0; tries < 3; tries++) {
    const hidden = await page.evaluate<number>(hiddenHeight)
    if (!hidden || shown === maxHeight) return
    shown = Math.min(maxHeight, shown + hidden)
    await page.setViewportSize({ width, height: shown })
    await waitUntilQuiet(page, quietMs)
  }
}

const takePicture = async ({ page, name, view, size }: ShownView) => {
  if (!view.open) await showWholePage(page, sizes[size])
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await waitUntilQuiet(page, quietMs)
    await page.screenshot({ path: join(folder, `${name}.${scheme}.png`), animations: 'disabled', caret: 'hide' })
  }
}

const takeAll = async () => {
  mkdirSync(folder, { recursive: true })
  const failed = await visitEveryView({ languages: ['ja', 'en'], only: options.only, run: takePicture })
  for (const line of failed) console.error(line)
  if (failed.length) process.exitCode = 1
}

if (options.compare) await comparePictures(folder, otherFolder!)
else await takeAll()
