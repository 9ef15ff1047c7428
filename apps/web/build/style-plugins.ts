import { readFileSync } from 'node:fs'
import type { Plugin } from 'postcss'

const read = (file: string) => readFileSync(new URL(`../src/theme/${file}`, import.meta.url), 'utf8')

/** Adds the custom media of theme/media.css to every style sheet, because `postcss-custom-media` applies only those of the same sheet. */
export const sharedMedia: Plugin = {
  postcssPlugin: 'shared-media',
  Once: (root, { postcss }) => {
    // insert after the `@import` rules, which must come first
    const first = root.nodes.find((node) => node.type !== 'comment' && !(node.type === 'atrule' && node.name === 'import'))
    if (first) root.insertBefore(first, postcss.parse(read('media.css')).nodes)
  },
}

const constants = new Map<string, string>()
const redefined = new Set<string>()
for (const [, name, value] of read('tokens.css').matchAll(/^\s*(--(?:sp|r|fs|lh|icon)-[\w-]+): ([^;]+);/gm)) {
  if (constants.has(name!)) redefined.add(name!)
  constants.set(name!, value!)
}
for (const name of redefined) constants.delete(name)

/** Replaces `var()` of a size that has the same value everywhere by this value, because a thousand times `var(--sp-2)` are 4 % of the transferred CSS. */
export const constantTokens: Plugin = {
  postcssPlugin: 'constant-tokens',
  Declaration: (declaration) => {
    declaration.value = declaration.value.replace(/var\((--[\w-]+)\)/g, (whole, name) => constants.get(name) ?? whole)
  },
}
