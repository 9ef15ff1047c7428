import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureInstalled, ensureNode, root } from './install.mjs'

ensureNode()
ensureInstalled()

const bin = join(root, 'node_modules', '.bin')
// dependency-cruiser needs the JavaScript compiler of TypeScript 6; types are checked by the native one, which is ten times faster
const tsc = 'node_modules/typescript-native/bin/tsc'
const checks = [
  // several threads each infer the same types again: one thread takes less than half of the CPU time
  ['types of packages and server', 'node', tsc, '-p', '.', '--singleThreaded'],
  ['types of the web', 'node', tsc, '-p', 'apps/web', '--singleThreaded'],
  ['lint and format', 'biome', 'check', '--error-on-warnings'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'apps', 'packages'],
  ['styles', 'stylelint', 'apps/web/src/**/*.css'],
  ['code rules', 'node', 'scripts/code-rules.mjs'],
  ['dead code', 'knip', '--no-progress'],
]

// `npm run check types` runs the checks whose name contains the word
const word = process.argv[2] ?? ''
const chosenChecks = checks.filter(([name]) => name.includes(word))
if (!chosenChecks.length) {
  console.error(`No check is named "${word}". Checks: ${checks.map(([name]) => name).join(', ')}`)
  process.exit(1)
}

const running = new Set()
// the compiler is a grandchild process: a signal must reach the whole process group, else it runs on for minutes
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const { pid } of running) process.kill(-pid, 'SIGTERM')
    process.exit(130)
  })

const run = ([name, command, ...args]) =>
  new Promise((resolve) => {
    const start = Date.now()
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
    const child = spawn(join(bin, command), args, { cwd: root, env, detached: true })
    running.add(child)
    child.on('close', () => running.delete(child))
    let output = ''
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ name, ok: false, output: error.message, elapsedMs: 0 }))
    child.on('exit', (code) => resolve({ name, ok: code === 0, output, elapsedMs: Date.now() - start }))
  })

/** Fails if there is no lock file, or on `resolved` URLs in it, which would tie every install to one registry. */
function lockFile() {
  const lock = join(root, 'package-lock.json')
  const lines = existsSync(lock) ? readFileSync(lock, 'utf8').match(/"resolved": "http.*/g) : ['package-lock.json is missing']
  return { name: 'lock file', ok: !lines, output: lines ? `${lines.length} × ${lines[0]}` : '', elapsedMs: 0 }
}

const results = [...(await Promise.all(chosenChecks.map(run))), ...(word ? [] : [lockFile()])]
for (const { name, ok, output, elapsedMs } of results) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${(elapsedMs / 1000).toFixed(1)} s)`)
  if (!ok) console.log(output.trimEnd())
}
const failed = results.filter((result) => !result.ok).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
