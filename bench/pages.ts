// node_modules/.bin/node bench/pages.ts [--slow 4] [--json after.json] [--compare before.json] [--read after.json]:
// measures what pages load, how soon they react to input, how soon a summary is painted, and which elements shift.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openBrowser, signInAll } from './browser/chromium.ts'
import { withDemoApp } from './browser/demo-app.ts'
import { type Delays, interactions, measureInteraction } from './browser/interactions.ts'
import { type Loaded, loads, measureLoad } from './browser/loads.ts'
import { measureOpenings, type Openings } from './browser/openings.ts'
import { median } from './kit/percentile.ts'

const { values: options } = parseArgs({
  options: { slow: { type: 'string', default: '4' }, json: { type: 'string' }, compare: { type: 'string' }, read: { type: 'string' } },
})

type Results = { loads: Record<string, Loaded>; interactions: Record<string, Delays>; openings?: Openings }
/** How many times the summary is opened in a fresh context. Each time, the summaries of four other patients are opened after it. */
const openingRuns = 3

const measure = async (): Promise<Results> => {
  const results: Results = { loads: {}, interactions: {} }
  await withDemoApp(async (app) => {
    const browser = await openBrowser()
    try {
      const states = await signInAll(browser, app.url, ['doctor', 'patient', 'admin'])
      for (const load of loads) {
        const name = load.role ? `${load.name}, ${load.role}` : load.name
        results.loads[name] = await measureLoad(browser, app, load, load.role && states.get(load.role))
      }
      for (const interaction of interactions)
        results.interactions[interaction.name] = await measureInteraction(browser, app, interaction, {
          state: states.get(interaction.role)!,
          slow: Number(options.slow),
        })
      results.openings = await measureOpenings(browser, app, states, { slow: Number(options.slow), runs: openingRuns })
    } finally {
      await browser.close()
    }
  })
  return results
}

const heads = [
  'page or interaction',
  'scripts, kB gzip',
  'script files',
  'styles, kB gzip',
  'style files',
  'API calls',
  'interactions',
  'p95 ms',
  'max ms',
  'CPU ms each',
]

type Row = { name: string; cells: string[] }

const rowsOf = (results: Results): Row[] => [
  ...Object.entries(results.loads).map(([name, { files, calls }]) => {
    const sizesOf = (ending: string) => Object.entries(files).flatMap(([file, bytes]) => (file.endsWith(ending) ? [bytes] : []))
    const kilobytes = (sizes: number[]) => (sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000).toFixed(1)
    const [scripts, styles] = [sizesOf('.js'), sizesOf('.css')]
    return { name, cells: [kilobytes(scripts), `${scripts.length}`, kilobytes(styles), `${styles.length}`, `${calls.length}`, '', '', '', ''] }
  }),
  ...Object.entries(results.interactions).map(([name, { count, p95, max, cpu }]) => ({
    name,
    cells: ['', '', '', '', '', `${count}`, `${p95}`, `${max}`, cpu.toFixed(1)],
  })),
]

/** A Markdown table; with `before`, cells that differ show both values. */
const tableOf = (after: Row[], before: Row[] | undefined) => {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rows = after.map(({ name, cells }) => {
    const old = before?.find((row) => row.name === name)?.cells
    return line([name, ...cells.map((cell, i) => (old && old[i] !== cell ? `${old[i]} → ${cell}` : cell))])
  })
  return [line(heads), line(heads.map((_, i) => (i ? '---:' : '---'))), ...rows].join('\n')
}

const rounded = (times: readonly number[]) => times.map(Math.round).join(', ')
const printOpenings = ({ painted, shifts }: Openings) => {
  for (const [how, { ms, cpu }] of Object.entries(painted))
    console.log(`Summary painted, ${how}: median ${Math.round(median(ms))} ms (${rounded(ms)}); main thread, throttled: median ${Math.round(median(cpu))} ms`)
  for (const [page, { sum, moved }] of Object.entries(shifts))
    console.log(`Layout shift, ${page}: ${sum.toFixed(4)}${moved.map((words) => `\n  ${words}`).join('')}`)
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Results
const results = options.read ? read(options.read) : await measure()
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`)
console.log(tableOf(rowsOf(results), options.compare ? rowsOf(read(options.compare)) : undefined))
if (results.openings) printOpenings(results.openings)
