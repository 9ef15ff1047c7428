// Runs on the system's Node: only syntax of Node 12, and no imports from node_modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Node 24 from the `node` package, which runs the server and the tools. */
export const node24 = join(root, 'node_modules', '.bin', 'node')
const stamp = join(root, 'node_modules', '.sukoyaka-installed')

export function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Runs a step and prints its name and duration. */
export function step(name, run) {
  console.log(`${name} …`)
  const start = Date.now()
  const result = run()
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
  return result
}

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Sukoyaka needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

/** Runs `npm ci` if the installed packages do not match package-lock.json. */
export function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(node24) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!existsSync(node24) || !isInstalled(JSON.parse(lock))) step('Installing packages', npmCi)
  if (!existsSync(node24)) fail('The packages were installed without Node 24: allow install scripts for the package "node" and run this again.')
  writeFileSync(stamp, hash)
}

/** Whether node_modules already has the locked versions, because the user ran npm: `npm ci` is then not needed. */
function isInstalled(lock) {
  try {
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    return Object.entries(lock.packages).every(
      ([path, expected]) =>
        !path.startsWith('node_modules/') || expected.optional || expected.link || (installed[path] && installed[path].version === expected.version),
    )
  } catch (_) {
    return false
  }
}

function npmCi() {
  const path = process.env.npm_execpath || ''
  const npm = path.endsWith('.js') ? [process.execPath, path] : ['npm']
  const result = spawnSync(npm[0], [...npm.slice(1), 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (result.status === 0) return
  const errorLines = `${result.stderr || ''}${result.error || ''}`.split('\n').filter((line) => /npm (error|ERR!)|Error/.test(line))
  fail(`npm ci failed: ${errorLines.slice(0, 3).join(' ').trim() || `exit ${result.status}`}`)
}
