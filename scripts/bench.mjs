import { ensureInstalled, ensureNode } from './install.mjs'
import { become } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run bench -- --patients 100,10000 --only sidebar
become(['bench/main.ts', ...process.argv.slice(2)])
