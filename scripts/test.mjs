import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findChromium, findProgram, headlessShell } from './browser/chromium.mjs'
import { buildInBackground, ensureBuilt } from './build.mjs'
import { ensureInstalled, ensureNode, node24, root } from './install.mjs'

ensureNode()
ensureInstalled()

const only = process.argv.slice(2)
const bin = join(root, 'node_modules', '.bin')
const memoryDisk = '/dev/shm'
const minFreeBytes = 8 * 1024 ** 3

/** Whether the data of the tests fits into memory. On a disk, creating databases takes a third of the time of the store tests. */
const hasMemoryDisk = () => {
  if (process.env.TMPDIR || !existsSync(memoryDisk)) return false
  const { bavail, bsize } = statfsSync(memoryDisk)
  return bavail * bsize >= minFreeBytes && freemem() >= 2 * minFreeBytes
}

/** Temporary files of the tests and of everything they start, removed at the end. */
const runDir = mkdtempSync(join(hasMemoryDisk() ? memoryDisk : tmpdir(), 'sukoyaka-run-'))
// PostgreSQL does not run as root: its user needs execute permission
chmodSync(runDir, 0o711)
const parts = []

/** Runs a script on Node 24 with its output; resolves with the exit code. */
function run(args, env = {}) {
  const child = spawn(node24, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` } })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

async function part(name, title, runPart) {
  if (only.length > 0 && !only.includes(name)) return
  console.log(`\n── ${title}`)
  const start = Date.now()
  let result
  try {
    result = await runPart()
  } catch (error) {
    console.error(error)
    result = { passed: 0, failed: 1 }
  }
  parts.push({ title, seconds: (Date.now() - start) / 1000, skipped: 0, ...result })
}

/** Failed tests with their messages, repeated at the end of the log. */
const failures = []
/** Flaky tests: passed on a retry, reported but not counted as failed. */
const flakyTests = []

const testProjects = [
  ['unit', 'rules, phrases, scripts'],
  ['web', 'web'],
  ['server', 'server on the bundled PostgreSQL'],
  ['alone', 'tests of process-wide state'],
  ['store', 'domains and stores on the oldest PostgreSQL'],
  ['trials', 'trials'],
  ['e2e', 'end-to-end tests in Chromium'],
]

/**
 * Runs the projects in one vitest, so that no processor waits for the last test of a project. A run that fails without a failing test counts as one
 * failure.
 */
async function vitest(projects, env) {
  const summaryFile = join(runDir, 'summary.json')
  const flags = [...projects.flatMap((name) => ['--project', name]), '--reporter=default', `--reporter=${join(root, 'scripts/summary-reporter.mjs')}`]
  const code = await run([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...flags], { ...env, TMPDIR: runDir, SUMMARY_FILE: summaryFile })
  const summary = existsSync(summaryFile) ? JSON.parse(readFileSync(summaryFile, 'utf8')) : { projects: {}, failures: [], flakyTests: [], unhandled: 1 }
  failures.push(...summary.failures)
  flakyTests.push(...summary.flakyTests)
  for (const [name, title] of testProjects) if (summary.projects[name]) parts.push({ title, ...summary.projects[name] })
  const failed = Object.values(summary.projects).some((counts) => counts.failed > 0)
  if (summary.unhandled > 0 || (code !== 0 && !failed)) parts.push({ title: 'the test run itself', seconds: 0, passed: 0, failed: 1, skipped: 0 })
}

async function check() {
  const child = spawn(node24, ['scripts/check.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
    process.stdout.write(text)
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  const [, passed, failed] = output.match(/^(\d+) passed, (\d+) failed$/m) ?? [0, 0, 1]
  return { passed: Number(passed), failed: code === 0 ? 0 : Math.max(1, Number(failed)) }
}

async function installWithApt(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${packages.join(' and ')} …`)
  const apt = (...args) =>
    new Promise((resolve) => {
      const child = spawn('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' })
      child.on('exit', (code) => resolve(code === 0))
    })
  if (!((await apt('update')) && (await apt('install', '-y', '--no-install-recommends', ...packages)))) console.log('apt-get failed.')
}

/** Finds Chromium; installs the headless shell with apt where possible, and downloads Chromium if there is none. */
async function provideChromium() {
  const hasFonts = existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')
  if (!process.env.CHROMIUM_PATH && !(findProgram(headlessShell) && hasFonts)) await installWithApt(headlessShell, 'fonts-noto-cjk')
  const found = await findChromium()
  if (found) return found
  // `executablePath` of Playwright is that of the full Chromium, not of its headless shell
  await run([join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', '--no-shell', 'chromium'])
  return findChromium()
}

async function checkBuildBudget() {
  await built
  ensureBuilt()
  return { passed: 1, failed: (await run(['scripts/budget.mjs'])) === 0 ? 0 : 1 }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))
process.on('exit', () => rmSync(runDir, { recursive: true, force: true }))
const startedAt = Date.now()
const selected = testProjects.map(([name]) => name).filter((name) => only.length === 0 || only.includes(name))
const needsBrowser = selected.includes('trials') || selected.includes('e2e')
// Chromium is installed while the checks run
const chromium = needsBrowser ? provideChromium() : undefined
// the build runs beside the checks, because the longest check leaves a processor free
const built = needsBrowser ? buildInBackground() : undefined
await part('check', 'types, lint, import rules, dead code', check)
await part('build', 'web build and its budget', checkBuildBudget)
await built
if (needsBrowser) ensureBuilt()
if (selected.length > 0) {
  const env = { CHROMIUM_PATH: await chromium }
  console.log('\n── tests')
  await vitest(selected, needsBrowser ? env : {})
}

const sum = (key) => parts.reduce((total, item) => total + item[key], 0)
console.log('\n  seconds  passed  failed  skipped')
const row = (seconds, passed, failed, skipped, title) =>
  console.log([seconds.toFixed(1).padStart(9), String(passed).padStart(7), String(failed).padStart(7), String(skipped).padStart(8), ` ${title}`].join(' '))
for (const item of parts) row(item.seconds, item.passed, item.failed, item.skipped, item.title)
row((Date.now() - startedAt) / 1000, sum('passed'), sum('failed'), sum('skipped'), 'all')
const printResult = (label, details) => console.log(`\n${label}: ${details.replace(`${root}/`, '').slice(0, 4000)}`)
for (const flakyTest of flakyTests) printResult('passed on retry', flakyTest)
for (const failure of failures) printResult('failed', failure)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`)
process.exit(sum('failed') > 0 || parts.length === 0 ? 1 : 0)
