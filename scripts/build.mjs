import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, node24, root, step } from './install.mjs'

const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')
const stampFile = join(dist, '.built-from')

/** Builds the web app if its sources changed since the last build. */
export function ensureBuilt() {
  const hash = hashOfSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return
  step('Building the web app', () => {
    const result = spawnSync(node24, [join(root, 'scripts', 'build.mjs'), '--quiet'], { cwd: root, encoding: 'utf8' })
    if (result.status !== 0) fail(`The web app could not be built:\n${result.stdout}${result.stderr}`)
  })
}

function hashOfSources() {
  const hash = createHash('sha256')
  const add = (path) => hash.update(path).update(readFileSync(join(root, path)))
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (entry.name !== 'dist' && entry.name !== 'node_modules') walk(path)
      } else if (!/\.test\.tsx?$/.test(entry.name)) add(path)
    }
  }
  for (const folder of ['apps/web', 'packages']) walk(folder)
  for (const file of ['package-lock.json', 'scripts/build.mjs']) add(file)
  return hash.digest('hex')
}

async function build() {
  const hash = hashOfSources()
  const vite = spawn(
    node24,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', ...(process.argv.slice(2).includes('--quiet') ? ['--logLevel', 'warn'] : [])],
    {
      cwd: web,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  const code = await new Promise((resolve) => vite.on('exit', resolve))
  if (code !== 0) process.exit(1)
  writeFileSync(stampFile, hash)
}

if (process.argv[1] === import.meta.filename) await build()
