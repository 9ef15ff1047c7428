import { ensureInstalled, ensureNode } from './install.mjs'
import { become } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run seed -- --patients 1000
become(['apps/server/src/demo/cli.ts', ...process.argv.slice(2)])
