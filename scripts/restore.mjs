import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run restore -- <folder>
replaceProcess(['apps/server/src/app/backup/restore-cli.ts', ...process.argv.slice(2)])
