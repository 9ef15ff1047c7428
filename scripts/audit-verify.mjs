import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run audit:verify -- --head <number>:<hash>
replaceProcess(['apps/server/src/app/audit-cli.ts', ...process.argv.slice(2)])
