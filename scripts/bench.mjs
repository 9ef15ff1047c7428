import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run bench -- --patients 100,10000 --only sidebar
replaceProcess(['bench/main.ts', ...process.argv.slice(2)])
