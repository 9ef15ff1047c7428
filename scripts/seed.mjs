import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run seed -- --patients 1000
replaceProcess(['apps/server/src/demo/cli.ts', ...process.argv.slice(2)])
