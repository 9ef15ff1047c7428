import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensureNode, node24, root, step } from './install.mjs'

ensureNode()
ensureInstalled()

const only = process.argv.slice(2)
const bin = join(root, 'node_modules', '.bin')
const reportDir = mkdtempSync(join(tmpdir(), 'sukoyaka-run-'))
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

/** Runs vitest and counts from its JSON report; a run that fails without a failing test counts as one failure. */
async function vitest(projects, env) {
  const report = join(reportDir, `${projects.join('-')}.json`)
  const flags = [...projects.flatMap((name) => ['--project', name]), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...flags], env)
  const testReport = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  for (const file of testReport.testResults ?? []) {
    if (file.status === 'failed' && file.message) failures.push(`${file.name}\n${file.message}`)
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      const entry = `${file.name}: ${fullName}\n${failureMessages.join('\n')}`
      if (status === 'failed') failures.push(entry)
      else if (failureMessages.length > 0) flakyTests.push(entry)
    }
  }
  const failed = code !== 0 && testReport.numFailedTests === 0 ? 1 : testReport.numFailedTests
  return { passed: testReport.numPassedTests, failed, skipped: testReport.numPendingTests }
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

/** The oldest supported PostgreSQL installed on this machine. */
function systemPostgres() {
  const baseDir = '/usr/lib/postgresql'
  const versions = existsSync(baseDir) ? readdirSync(baseDir).map(Number) : []
  const oldest = versions.filter((version) => version >= 15 && existsSync(join(baseDir, String(version), 'bin', 'initdb'))).sort((a, b) => a - b)[0]
  return oldest === undefined ? undefined : { version: oldest, bin: join(baseDir, String(oldest), 'bin') }
}

async function stores() {
  const system = systemPostgres()
  console.log(system ? `PostgreSQL ${system.version} from ${system.bin}` : 'No PostgreSQL 15 or newer is installed: uses the bundled one.')
  return vitest(['store'], system && { TEST_POSTGRES_BIN: system.bin })
}

function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) return configuredPath
  const folders = (process.env.PATH ?? '').split(delimiter)
  const mac = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']
  return [
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => folders.map((folder) => join(folder, name))),
    ...mac,
  ].find(existsSync)
}

/** The system's Chromium; else installs it with apt, else the one of Playwright. */
async function chromium() {
  const found = findChromium()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' }).status === 0
    step('Installing Chromium', () => apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'))
    const now = findChromium()
    if (now) return now
  }
  await run([join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'])
  const { chromium: browser } = await import('playwright-core')
  return browser.executablePath()
}

async function checkBuildBudget() {
  ensureBuilt()
  return { passed: 1, failed: (await run(['scripts/budget.mjs'])) === 0 ? 0 : 1 }
}

process.on('SIGINT', () => process.exit(130))
process.on('exit', () => rmSync(reportDir, { recursive: true, force: true }))
const startedAt = Date.now()
await part('check', 'types, lint, import rules, dead code', check)
await part('unit', 'rules, phrases, scripts, web', () => vitest(['unit', 'web']))
await part('server', 'server on the bundled PostgreSQL', () => vitest(['server', 'alone']))
await part('store', 'domains and stores on the oldest PostgreSQL', stores)
await part('build', 'web build and its budget', checkBuildBudget)
await part('trials', 'trials', () => vitest(['trials']))
await part('e2e', 'journeys in Chromium', async () => {
  ensureBuilt()
  return vitest(['e2e'], { CHROMIUM_PATH: await chromium() })
})

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
