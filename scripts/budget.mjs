import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

// Checks the size of the scripts that each page downloads at first (kB, gzip); scripts/budget.json lists the units and the limit of each page.
const dist = join(root, 'apps', 'web', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
const unitModules = JSON.parse(readFileSync(join(root, 'apps', 'web', 'build', 'units.json'), 'utf8'))
const budget = JSON.parse(readFileSync(join(root, 'scripts', 'budget.json'), 'utf8'))
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => filesOf(next, seen))]
}

let failed = false
for (const [page, { units, limit }] of Object.entries(budget)) {
  const modules = units.flatMap((unit) => unitModules[unit].map((module) => `src/${module}`))
  const missing = modules.filter((module) => !manifest[module])
  const files = new Set([entry, ...modules].flatMap((key) => filesOf(key)))
  const kilobytes =
    [...files].reduce((sum, file) => sum + (existsSync(join(dist, file)) ? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length : 0), 0) / 1000
  const ok = missing.length === 0 && kilobytes <= limit
  failed ||= !ok
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} ${page}: ${kilobytes.toFixed(1)} kB of max ${limit}${missing.length > 0 ? ` (not in the build: ${missing.join(', ')})` : ''}`,
  )
}
process.exit(failed ? 1 : 0)
