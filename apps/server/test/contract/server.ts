import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const main = join(import.meta.dirname, '../../src/main.ts')

export type Answer = {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they read
  json: any
  headers: Headers
}
export type Ask = (
  method: string,
  path: string,
  asking?: { body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
) => Promise<Answer>
export type Running = { url: string; ask: Ask; as: (email: string, token: string) => Ask; end: () => Promise<void> }

/** Starts the server in a process with its own data folder and the demo data. */
export const startServer = async (): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-contract-'))
  // PostgreSQL does not run as root: its user needs execute permission on the parent folder
  chmodSync(folder, 0o711)
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', DEMO: 'on', LOG_LEVEL: 'warn' },
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      const port = /ready at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said.slice(-5).join('\n')}`)))
  })

  const asking =
    (own: Record<string, string>): Ask =>
    async (method, path, { body, raw, headers = {} } = {}) => {
      const form = body instanceof FormData ? body : undefined
      const payload = raw ?? form ?? (body === undefined ? undefined : JSON.stringify(body))
      const all = { ...(payload !== undefined && !form && { 'content-type': 'application/json' }), ...own, ...headers }
      const send = () => fetch(`${url}${path}`, { method, headers: all, signal: AbortSignal.timeout(15_000), ...(payload !== undefined && { body: payload }) })
      let answer = await send()
      // on a busy machine the load limit answers 503 with Retry-After
      for (let tries = 0; tries < 5 && answer.status === 503 && answer.headers.get('retry-after') === '5'; tries++) {
        await answer.body?.cancel()
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        answer = await send()
      }
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
        await answer.body?.cancel()
        return { status: answer.status, text: '', json: null, headers: answer.headers }
      }
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json') && text
      return { status: answer.status, text, json: isJson ? JSON.parse(text) : null, headers: answer.headers }
    }

  return {
    url,
    ask: asking({}),
    as: (email, token) => asking({ authorization: `Token token="${token}", email="${email}"` }),
    end: async () => {
      const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
      const code = child.exitCode === null && child.kill('SIGTERM') ? await gone : child.exitCode
      rmSync(folder, { recursive: true, force: true })
      // event streams may still be open
      if (code !== 0) throw new Error(`the server did not end cleanly but with ${code}`)
    },
  }
}
