import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run admin -- create <email>
replaceProcess(['apps/server/src/app/admin-cli.ts', ...process.argv.slice(2)])
