// First-load JavaScript of each route in gzip, from the build's manifest: fails over the limit of budget.json.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const manifest = read('dist/.vite/manifest.json')

const chunksOf = (keys, found = new Map()) => {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest: build first, or mend budget.json`)
    if (found.has(key)) continue
    found.set(key, chunk.file)
    chunksOf(chunk.imports ?? [], found)
  }
  return found
}
const size = (file) => gzipSync(readFileSync(new URL(`dist/${file}`, import.meta.url)), { level: 9 }).length

let over = false
for (const [route, { limit_kb, entries }] of Object.entries(read('budget.json'))) {
  const chunks = [...new Set(chunksOf(entries).values())].filter((file) => file.endsWith('.js')).map((file) => [file, size(file)])
  const total = chunks.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000
  over ||= total > limit_kb
  console.log(`${total > limit_kb ? 'OVER ' : 'ok   '}${route}: ${total.toFixed(1)} kB of ${limit_kb} kB`)
  if (process.argv.includes('--list')) for (const [file, bytes] of chunks.toSorted((a, b) => b[1] - a[1])) console.log(`     ${(bytes / 1000).toFixed(1).padStart(6)} ${file}`)
}
process.exitCode = over ? 1 : 0
