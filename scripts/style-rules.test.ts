import { join } from 'node:path'
import stylelint from 'stylelint'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const strict = 'scale-unlimited/declaration-strict-value'

/** Declarations with the rule that each breaks; without a rule if valid. */
const declarations: [text: string, rule?: string][] = [
  ['font-size: 13px', strict],
  ['font-size: 0.8125rem', strict],
  ['font-size: var(--fs-label)'],
  ['line-height: 20px', strict],
  ['line-height: 2.5', strict],
  ['line-height: 1.4'],
  ['line-height: calc(var(--lh-body) - 2px)'],
  ['gap: 8px', strict],
  ['gap: var(--sp-2) 4px', strict],
  ['gap: var(--sp-2) var(--gutter)'],
  ['padding: 0 12px', strict],
  ['padding-top: calc(12px + 4px)', strict],
  ['padding: calc(12px + 4px) var(--sp-1)', strict],
  ['margin-top: calc((var(--lh-body) - 18px) / 2)'],
  ['padding: 0 calc(var(--page-pad) - 12px) env(safe-area-inset-bottom)', strict],
  ['padding: 0 calc(var(--page-pad) - 12px) calc(var(--sp-1) + env(safe-area-inset-bottom))'],
  ['margin: -4px', strict],
  ['margin: -1px auto 0 calc(-1 * var(--sp-1))'],
  ['border-radius: 8px', strict],
  ['border-radius: 0 var(--r-md) var(--r-md) 0'],
  ['border-radius: 50%'],
  ['color: #1d2524', 'color-no-hex'],
  ['background: red', 'color-named'],
  ['box-shadow: 0 0 2px rgb(0 0 0 / 10%)', 'function-disallowed-list'],
  ['border-color: var(--line) transparent'],
  ['color: CanvasText'],
  ['color: var(--fg-9)', 'no-unknown-custom-properties'],
  ['animation: none-such 1s', 'no-unknown-animations'],
  ['colour: var(--fg)', 'property-no-unknown'],
  ['width: 10pix', 'unit-no-unknown'],
  ['flex: 1; flex: 2', 'declaration-block-no-duplicate-properties'],
  ['order: 1', 'property-disallowed-list'],
]
const sheets: [text: string, rule?: string][] = [
  ...declarations.map(([text, rule]): [string, string?] => [`.a { ${text}; }`, rule]),
  ['.a { flex: 1; } .a { flex: 2; }', 'no-duplicate-selectors'],
  ['@media (max-width: 767px) { .a { flex: 1; } }', 'media-feature-name-disallowed-list'],
  ['@media (width < 48em) { .a { flex: 1; } }', 'media-feature-name-disallowed-list'],
  ['@media (--fone) { .a { flex: 1; } }', 'no-unknown-custom-media'],
  ['@media (--phone) { .a { flex: 1; } }'],
  ['@media not (--phone) { .a { flex: 1; } }'],
  ['@media (prefers-reduced-motion: reduce) { .a { flex: 1; } }'],
]

const rulesBrokenBy = async (code: string, file: string) => {
  const { results } = await stylelint.lint({ code, codeFilename: join(root, 'apps/web/src', file), configFile: join(root, 'stylelint.config.mjs'), cwd: root })
  return [...new Set(results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule)))]
}

test.each(sheets)('%s', async (code, rule) => {
  const broken = await rulesBrokenBy(code, 'Example.module.css')
  if (rule) expect(broken).toContain(rule)
  else expect(broken).toEqual([])
})

test('the token files may write raw colours, base.css may not; media.css may write widths', async () => {
  const colour = ':root { --fg: #1d2524; --bg-overlay: rgb(0 0 0 / 40%); }'
  expect(await rulesBrokenBy(colour, 'theme/tokens.css')).toEqual([])
  expect(await rulesBrokenBy(colour, 'theme/dark.css')).toEqual([])
  expect(await rulesBrokenBy(colour, 'theme/base.css')).toEqual(['color-no-hex', 'function-disallowed-list'])
  const width = '@custom-media --phone (width < 48em);'
  expect(await rulesBrokenBy(width, 'theme/media.css')).toEqual([])
})

test('every rule has an injected violation', async () => {
  const injected = new Set(sheets.map(([, rule]) => rule))
  const config = await stylelint.resolveConfig(join(root, 'apps/web/src/Example.module.css'), { cwd: root })
  expect(Object.keys(config!.rules!).filter((name) => !injected.has(name))).toEqual([])
})
