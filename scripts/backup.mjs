import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run backup -- <folder>
replaceProcess(['apps/server/src/app/backup/backup-cli.ts', ...process.argv.slice(2)])
