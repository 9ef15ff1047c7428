// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scales } from './theme.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

test.each(Object.entries(scales))('the Mantine theme matches the CSS variables of the %s scale', (name, steps) => {
  expect(steps).toHaveLength(10)
  for (const [step, colour] of steps.entries()) expect(css).toContain(`--${name}-${step}: ${colour};`)
})
