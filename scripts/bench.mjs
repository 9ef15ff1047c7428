import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run bench -- --patients 100,10000 --only sidebar
// npm run bench -- --all: the calls that can be repeated
// npm run bench -- --growth: reads with 1,000 and with 100,000 patients
const args = process.argv.slice(2)
const benches = { '--all': 'bench/all-calls.ts', '--growth': 'bench/growth.ts' }
const chosen = Object.keys(benches).find((flag) => args.includes(flag))
replaceProcess([chosen ? benches[chosen] : 'bench/main.ts', ...args.filter((arg) => arg !== chosen)])
