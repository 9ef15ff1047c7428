import { ensureBuilt, nodeArgs, nodeEnv } from './build.mjs'
import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
ensureBuilt()
replaceProcess([...nodeArgs, 'apps/server/dist/main.js', ...process.argv.slice(2)], {
  ...nodeEnv,
  ...process.env,
})
