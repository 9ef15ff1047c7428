// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { media } from './media.ts'

test('the media queries for scripts equal those of the style sheets', () => {
  const sheet = readFileSync(new URL('./media.css', import.meta.url), 'utf8')
  for (const [name, query] of Object.entries(media)) {
    const cssName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(sheet).toContain(`@custom-media --${cssName} ${query};`)
  }
})
