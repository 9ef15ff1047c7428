import { ensureInstalled, ensureNode } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
// npm run demo:remove
replaceProcess(['apps/server/src/demo/remove-cli.ts'])
