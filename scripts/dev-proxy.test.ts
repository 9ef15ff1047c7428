import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@sukoyaka/wire/all'
import { pages } from '@sukoyaka/wire/pages'
import { expect, test } from 'vitest'
import { isForServer } from '../apps/web/build/dev-proxy.ts'

const filled = (path: string) => path.replace(':token', 'x'.repeat(24)).replace(/:\w+/g, '1')

test('in development the server gets every call, and Vite every page', () => {
  const calls = endpoints.map(({ endpoint: { method, path } }) => ({ method, path: filled(path) }))
  expect(calls.filter(({ method, path }) => !isForServer(method, `${path}?page=1`))).toEqual([])
  expect(pages.filter((page) => isForServer('GET', filled(page)))).toEqual([])
  expect(isForServer('GET', '/locales/ja/patient.json')).toBe(true)
  expect(isForServer('GET', '/src/app/main.tsx')).toBe(false)
})

test('npm run dev serves page and modules, passes calls to the server, and ends both at a signal', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'dev-'))
  // without a database the server answers whether it is alive, which saves the start of PostgreSQL
  const env = { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DEMO: 'off' }
  const dev = spawn(process.execPath, [join(import.meta.dirname, 'dev.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(dev, 'exit')
  let output = ''
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (part) => {
      output += part
    })
  try {
    const portsIn = () => /Developing at http:\/\/localhost:(\d+) \(the server itself listens on (\d+)\)/.exec(output)
    await expect.poll(() => portsIn() ?? `not ready: ${output}`).toHaveLength(3)
    const urls = portsIn()!
      .slice(1)
      .map((port) => `http://127.0.0.1:${port}`)
    const get = (path: string) => fetch(`${urls[0]}${path}`, { headers: { accept: 'text/html,*/*' } })
    expect(await (await get('/today')).text()).toContain('/src/main.tsx')
    expect((await get('/src/main.tsx')).headers.get('content-type')).toMatch(/javascript/)
    await expect.poll(async () => (await get('/healthz')).status).toBe(200)
    dev.kill('SIGTERM')
    await ended
    for (const url of urls) await expect.poll(() => fetch(url).then(String, () => 'ended')).toBe('ended')
  } finally {
    dev.kill('SIGKILL')
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})
