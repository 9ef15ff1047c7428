import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensureNode, root } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
ensureBuilt()
// small young generation: a server mostly waits, and V8 sizes it for the memory of the whole machine
replaceProcess(['--max-semi-space-size=8', 'apps/server/dist/main.js', ...process.argv.slice(2)], {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/sukoyaka-compiled'),
  ...process.env,
})
