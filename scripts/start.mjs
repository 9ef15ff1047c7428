import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
ensureBuilt()
replaceProcess(['apps/server/src/main.ts', ...process.argv.slice(2)])
