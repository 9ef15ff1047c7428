import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './browser/chromium.mjs'
import { ensureInstalled, ensureNode, node24, root } from './install.mjs'

ensureNode()
ensureInstalled()

// npm run trials -- R-1 --n 20 --seed 7
const args = process.argv.slice(2)
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const ids = args.filter((arg, at) => /^[A-Z]-\d+$/i.test(arg) && !args[at - 1]?.startsWith('--'))
const files = ids.map((id) => id.replace('-', '').toLowerCase()).flatMap((name) => [`trials/${name}.trial`, `trials/${name}-`])
const env = { ...process.env, TRIAL_FULL: '1', ...(option('--n') && { TRIAL_N: option('--n') }), ...(option('--seed') && { TRIAL_SEED: option('--seed') }) }
const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'trials', ...files]
findChromium().then((chromium) => {
  const child = spawn(node24, vitest, { cwd: root, stdio: 'inherit', env: { ...env, ...(chromium && { CHROMIUM_PATH: chromium }) } })
  child.on('exit', (code) => process.exit(code ?? 1))
})
