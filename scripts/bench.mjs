import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run bench -- --patients 100,10000 --only sidebar
// npm run bench -- --all: every call
const args = process.argv.slice(2)
replaceProcess([args.includes('--all') ? 'bench/all-calls.ts' : 'bench/main.ts', ...args.filter((arg) => arg !== '--all')])
