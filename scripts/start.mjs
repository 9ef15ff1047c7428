import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensureNode } from './install.mjs'
import { become } from './run.mjs'

ensureNode()
ensureInstalled()
ensureBuilt()
become(['apps/server/src/main.ts', ...process.argv.slice(2)])
