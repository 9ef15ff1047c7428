import { join } from 'node:path'
import { ensureBuilt, nodeArgs, nodeEnv } from './build.mjs'
import { ensureInstalled, ensureNode, root } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
ensureBuilt()
replaceProcess([...nodeArgs, 'apps/server/dist/main.js', ...process.argv.slice(2)], {
  ...nodeEnv,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/sukoyaka-compiled'),
  ...process.env,
})
