// node_modules/.bin/node bench/accessibility.ts [--only doctor.summary,patient] [--languages ja,en] [--json file]:
// runs axe on the views of browser/views.ts, in every language, window size and color scheme.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { languages } from '../packages/phrases/src/language.ts'
import { waitUntilQuiet } from './browser/chromium.ts'
import { quietMs, type ShownView, schemes, visitEveryView } from './browser/every-view.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, languages: { type: 'string', default: languages.join() }, json: { type: 'string' } },
})
const wanted = languages.filter((language) => options.languages.split(',').includes(language))

/** Rules of WCAG 2.2 A and AA, and axe's best practices. `extraRules` are those that axe runs only on request. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const extraRules = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }

type Finding = { view: string; scheme: string; rule: string; impact: string; targets: string[] }
const findings: Finding[] = []
let runs = 0

const runAxe = async ({ page, name }: ShownView) => {
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await waitUntilQuiet(page, quietMs)
    const { violations } = await new AxeBuilder({ page }).options({ runOnly: tags, rules: extraRules, resultTypes: ['violations'] }).analyze()
    runs++
    for (const { id, impact, nodes } of violations) {
      const targets = nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`)
      findings.push({ view: name, scheme, rule: id, impact: impact ?? '', targets })
      console.log(`  ${scheme}: ${id} (${impact}), ${nodes.length}: ${targets[0]}`)
    }
  }
}

const failed = await visitEveryView({ languages: wanted, only: options.only, run: runAxe })
if (options.json) writeFileSync(options.json, `${JSON.stringify(findings, undefined, 2)}\n`)
const counts = new Map<string, number>()
for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
console.log(`${runs} runs, ${findings.length} findings${[...counts].map(([rule, count]) => `; ${rule} ${count}`).join('')}`)
for (const line of failed) console.error(line)
if (failed.length || findings.length) process.exitCode = 1
