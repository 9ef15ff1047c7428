import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node24, root } from './install.mjs'

/** Runs a script on Node 24 in place of this process: forwards signals and exits with its code. */
export function replaceProcess(args, env = process.env) {
  const child = spawn(node24, ['--import', join(root, 'scripts', 'exit-with-parent.mjs'), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      // A terminal sends SIGINT to the whole process group: forwarding it would deliver it twice.
      if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name)
    })
  }
  child.on('error', (error) => {
    console.error(`Node 24 does not start: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + (signal === 'SIGINT' ? 2 : 15) : code))
}
