import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt, nodeArgs, nodeEnv } from '../scripts/build.mjs'

export const root = join(import.meta.dirname, '..')

export type Server = { url: string; pid: number; end: () => Promise<void> }

const waitForExit = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

const start = (args: string[], env: Record<string, string>, stdio: 'pipe' | 'ignore') =>
  spawn(process.execPath, args, { cwd: root, stdio: ['ignore', stdio, 'inherit'], env: { PATH: process.env.PATH, ...nodeEnv, ...env } })

/** Starts the built server, as `npm start` does. */
export const startBuilt = (env: Record<string, string>): Promise<Server> => {
  ensureBuilt(['server'])
  return startServer('apps/server/dist/main.js', env)
}

/** Starts a server in its own process; resolves when it prints its URL, and rejects if it ends before. */
export const startServer = async (file: string, env: Record<string, string>): Promise<Server> => {
  const child = start([...nodeArgs, join(root, file)], env, 'pipe')
  const exited = waitForExit(child)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const readyUrl = /ready at (\S+)/.exec(line)?.[1]
      if (readyUrl) resolve(readyUrl.replace('localhost', '127.0.0.1'))
    })
    void exited.then((code) => reject(new Error(`${file} ended with ${code}`)))
  })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  }
  return { url, pid: child.pid!, end }
}

/** Runs a script to completion; throws if it fails. */
export const run = async (args: string[], env: Record<string, string>) => {
  const code = await waitForExit(start(args, env, 'ignore'))
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
}
